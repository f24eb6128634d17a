"""Does it install, build and render? Pure judgements over recorded values (METRICS section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pytest_uibench import constants
from pytest_uibench.checks.exceptions import attributed, meaning, not_set, source_place, telling, uncaught
from pytest_uibench.checks.refused import CALLS, own_errors, refusal_failure, refused_call, refused_script
from pytest_uibench.model import (
    Diagnostic,
    Failure,
    PageObservation,
    Probe,
    RequestFault,
    StageReport,
    Verdict,
)
from pytest_uibench.subject.diagnose import attribute_differences

SCRIPTS = ("script", "stylesheet")


def judge_stage(report: StageReport) -> Verdict:
    """Verdict on install, build or types from its report."""
    warnings = tuple(f"degraded: {note}" for note in report.degraded) + report.notes
    evidence = (f"logs/{report.log}",) if report.log else ()
    if report.status == "passed":
        return Verdict(status="passed", warnings=warnings, evidence=evidence)
    if report.failure is None:
        return Verdict(status="not_applicable", reason=f"no {report.stage} step", warnings=warnings)
    failure = report.failure
    return Verdict(
        status="errored" if failure.infrastructure else "failed",
        label=failure.label,
        reason=first_line(failure.message),
        detail=failure_lines(failure),
        warnings=warnings,
        evidence=evidence,
        failure=failure,
    )


def rendered(probe: Probe | None) -> bool:
    """METRICS section 1: enough elements, and text, visuals or controls among them; a painted canvas always.

    A flat canvas shows nothing, so that visuals do not count beside one; text and controls do: an effect that has not
    begun lies over many a page.
    """
    if probe is None:
        return False
    if probe.canvas == "painted":
        return True
    return probe.all >= constants.RENDERED_MIN_ELEMENTS and (
        probe.text >= constants.RENDERED_MIN_TEXT
        or (probe.canvas == "none" and probe.visuals >= constants.RENDERED_MIN_VISUALS)
        or probe.interactive >= constants.RENDERED_MIN_INTERACTIVE
    )


def shows(seen: PageObservation) -> bool:
    """Whether a page shows something.

    The start page by METRICS section 1, which EXEC is made of. Other routes may be a heading and a sentence in a
    ``main`` of their own: they show something when their text is long enough, however few the elements (ours).
    """
    if seen.fault is not None:
        return False
    if rendered(seen.probe):
        return True
    probe = seen.probe
    return probe is not None and seen.route != "/" and probe.all >= 1 and probe.text >= constants.RENDERED_MIN_TEXT


def judge_render(
    seen: PageObservation, warnings: Sequence[Diagnostic] = (), scaffold: Sequence[Diagnostic] = ()
) -> Verdict:
    """EXEC's own question: does the home page render? An uncaught error on a page that renders is a remark here.

    Args:
        warnings: missing exports that the bundler let pass: an exception may come from one of them.
        scaffold: what the app changed of its scaffold: a page that shows nothing may come from that (C2, C8).
    """
    failure = render_failure(seen)
    if failure is not None:
        return _failed(seen, attribute_differences(attributed(failure, warnings), scaffold))
    own = replace(seen, console=own_errors(seen))
    errors = [line.text for line in own.console if line.kind == "pageerror"]
    if not errors and (logged := uncaught(own)):
        errors = [logged.text]
    remarks = [f"uncaught error: {first_line(text)}" for text in errors]
    return Verdict(status="passed", warnings=(*remarks, *remarks_on(seen)), evidence=_evidence(seen))


def judge_route(seen: PageObservation, warnings: Sequence[Diagnostic] = ()) -> Verdict:
    """A route passes when it renders without an uncaught error; ``warnings`` as for :func:`judge_render`."""
    failure = render_failure(seen) or exception_failure(seen)
    if failure is not None:
        return _failed(seen, attributed(failure, warnings))
    return Verdict(
        status="passed",
        label="render:api-404" if _api_faults(seen) else None,
        warnings=remarks_on(seen),
        evidence=_evidence(seen),
    )


def render_failure(seen: PageObservation) -> Failure | None:
    """Why the page shows nothing, or None when it renders. Causes before symptoms."""
    if seen.fault is not None:
        return seen.fault
    if shows(seen):
        return None
    missing = [fault for fault in seen.requests if fault.resource in SCRIPTS and not fault.refused]
    if missing:
        names = ", ".join(dict.fromkeys(fault.url for fault in missing))
        return _c9(
            "render:asset-404",
            f"the page at {seen.path} is blank: {names} did not load",
            hint="use an absolute base (base: '/') so that deep routes find their assets",
        )
    if failure := exception_failure(seen, blank=True):
        return failure
    if seen.status is not None and seen.status >= 400:
        return _c9("render:not-found", f"{seen.path} was answered with status {seen.status}")
    probe = seen.probe
    counts = (
        f"{probe.all} elements, {probe.text} characters of text in {probe.mount}" if probe else "nothing was mounted"
    )
    if probe is not None and probe.canvas == "flat":
        counts = "a canvas of one colour"
    last = next((line.text for line in seen.console if line.kind == "error"), None)
    return _c9("render:blank", f"the page at {seen.path} is blank: {counts}" + (f"\n{last}" if last else ""))


def exception_failure(seen: PageObservation, *, blank: bool = False) -> Failure | None:
    """The first uncaught error as a failure, with its place where it is known; ``blank`` as for :func:`uncaught`."""
    error = uncaught(replace(seen, console=own_errors(seen)), blank=blank)
    if error is None:
        return refusal_failure(seen) if blank else None
    message = telling(error.text)
    calls = _api_faults(seen)
    if calls:
        failure = _c9(
            "render:api-404",
            f"{first_line(message)}\nafter {calls[0].method} {calls[0].url} -> {calls[0].status or calls[0].error}",
            hint="the production build has no dev proxy: ship the data or handle the failed call",
        )
    elif refused := refused_call(error, seen.requests):
        failure = _c9(
            "render:api-refused",
            f"{first_line(message)}, after {refused.method} {refused.url} was refused by the network policy",
            hint="handle a failed call, or run with --uibench-network=open",
        )
    else:
        failure = _c9("render:exception", message, hint=meaning(message) or not_set(error))
    return replace(failure, file=error.url, line=error.line, column=error.column) if source_place(error) else failure


def remarks_on(seen: PageObservation) -> tuple[str, ...]:
    """What fails nothing but a person wants to know."""
    remarks = [f"{f.method} {f.url} -> {f.status or f.error}" for f in _own_faults(seen)]
    needed = (refused_script(line, seen.requests) for line in seen.console)
    remarks.extend(f"needs {script.url}, which the network policy refused" for script in needed if script)
    if seen.landed.split("?")[0].rstrip("/") != seen.path.split("?")[0].rstrip("/"):
        remarks.append(f"{seen.path} led to {seen.landed}")
    if seen.settling is not None:
        remarks.extend(seen.settling.flags)
        if not seen.settling.settled:
            remarks.append(f"did not settle: {', '.join(seen.settling.pending)}")
    remarks.extend(f"dialog: {first_line(text)}" for text in seen.dialogs)
    return tuple(dict.fromkeys(remarks))


def failure_lines(failure: Failure) -> tuple[str, ...]:
    """A failure as lines for a person: message, places, hint."""
    lines = failure.message.splitlines()
    if failure.place and failure.place not in failure.message:
        lines.append(f"at {failure.place}")
    for diagnostic in failure.diagnostics[1 : constants.DIAGNOSTICS_SHOWN]:
        place = ":".join(str(part) for part in (diagnostic.file, diagnostic.line) if part is not None)
        lines.append(f"also {place}: {first_line(diagnostic.message)}" if place else first_line(diagnostic.message))
    left = len(failure.diagnostics) - constants.DIAGNOSTICS_SHOWN
    if left > 0:
        lines.append(f"… and {left} more in the report")
    if failure.hint:
        lines.append(f"hint: {failure.hint}")
    return tuple(lines)


def first_line(text: str) -> str:
    """First line that says something."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _failed(seen: PageObservation, failure: Failure) -> Verdict:
    lines = [f"URL: {seen.path}" + (f" (landed on {seen.landed})" if seen.landed != seen.path else "")]
    lines += failure_lines(failure)
    lines += [f"console {line.kind}: {first_line(line.text)}" for line in seen.console[: constants.CONSOLE_SHOWN]]
    return Verdict(
        status="errored" if failure.infrastructure else "failed",
        label=failure.label,
        reason=first_line(failure.message),
        detail=tuple(dict.fromkeys(lines)),
        warnings=remarks_on(seen),
        evidence=_evidence(seen),
        failure=failure,
    )


def _c9(label: str, message: str, *, hint: str | None = None) -> Failure:
    return Failure(label=label, stage="render", message=message, code="C9", bucket="other", hint=hint)


def _own_faults(seen: PageObservation) -> list[RequestFault]:
    return [f for f in seen.requests if not f.refused and f.resource != "document"]


def _api_faults(seen: PageObservation) -> list[RequestFault]:
    return [f for f in _own_faults(seen) if f.resource in CALLS and f.url.startswith("/")]


def _evidence(seen: PageObservation) -> tuple[str, ...]:
    return (seen.screenshot,) if seen.screenshot else ()
