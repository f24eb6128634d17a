"""The window that an app is looked at in, as its spec names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_uibench.browser.determinism import Determinism, Scheme
from pytest_uibench.browser.network import NetworkMode
from pytest_uibench.browser.session import SessionOptions

if TYPE_CHECKING:
    from pytest_uibench.spec import Spec


def window_of(spec: Spec | None, network: NetworkMode, scheme: Scheme = "light") -> SessionOptions:
    """How the contexts of an app are opened: 1440 x 900 at scale 1 where no spec says otherwise."""
    if spec is None:
        return SessionOptions(network=network, determinism=Determinism(scheme=scheme))
    size = spec.viewport
    return SessionOptions(
        network=network,
        determinism=Determinism(scheme=scheme, viewport=(size.width, size.height)),
        context={"device_scale_factor": size.scale, "has_touch": spec.touch},
    )
