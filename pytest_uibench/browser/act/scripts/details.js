// What an element is like now: value, state, messages, attributes, styles.
const CHECKS = "input[type=checkbox],input[type=radio],[role=checkbox],[role=radio],[role=switch],[role=menuitemcheckbox],[role=menuitemradio],[aria-checked],[aria-pressed]";
const controlOf = (element, wanted) => {
  if (element.matches(wanted)) return element;
  const label = element.closest("label");
  if (label?.control?.matches(wanted)) return label.control;
  const inside = element.querySelectorAll(wanted);
  if (inside.length === 1) return inside[0];
  for (let up = parentOf(element), level = 0; up && level < 3; up = parentOf(up), level += 1) if (up.matches(wanted)) return up;
  return null;
};
const checkedOf = (element) => {
  if (element.matches("input[type=checkbox],input[type=radio]")) return element.checked;
  for (const name of ["aria-checked", "aria-pressed", "aria-selected", "aria-current"]) {
    const state = element.getAttribute(name);
    if (state !== null) return state !== "false" && state !== "mixed";
  }
  return /^(checked|on|active)$/.test(element.getAttribute("data-state") ?? "") ? true : element.hasAttribute("data-state") ? false : null;
};
const valuesOf = (element) => {
  if (element.tagName === "SELECT") return [element.value, Array.from(element.selectedOptions, (option) => option.text).join(", ")];
  if ("value" in element && /^(INPUT|TEXTAREA|METER|PROGRESS|OUTPUT)$/.test(element.tagName)) return [String(element.value)];
  const spoken = [element.getAttribute("aria-valuetext"), element.getAttribute("aria-valuenow")].filter((one) => one !== null);
  return spoken.length ? spoken : [collapse(element.innerText ?? element.textContent ?? "")];
};
const referred = (element, name) => (element.getAttribute(name) ?? "").split(/\s+/).filter(Boolean)
  .map((id) => element.getRootNode().getElementById?.(id)).filter((one) => one && !unrendered(one)).map((one) => collapse(one.innerText ?? ""));
const besideTexts = (element) => {
  const texts = [];
  for (let up = element, level = 0; up && level < 2; up = up.parentElement, level += 1) {
    if (level && up.querySelectorAll(FIELDS).length > 1) break;
    for (let next = up.nextElementSibling; next && !next.matches(FIELDS) && !next.querySelector(FIELDS); next = next.nextElementSibling) {
      if (!unrendered(next) && !next.matches("button,a[href]")) texts.push(collapse(next.innerText ?? ""));
    }
  }
  return texts;
};
const detail = (index, request) => {
  const element = globalThis.uibenchLooked.elements[index];
  if (!element?.isConnected) return null;
  const field = controlOf(element, FIELDS) ?? element;
  const check = controlOf(element, CHECKS) ?? element;
  const acting = actingOf(element) ?? element;
  const attribute = (name) => [element, field, acting].map((one) => one.getAttribute(name)).find((value) => value !== null) ?? null;
  const native = field.willValidate === true && !field.form?.noValidate && field.validity?.valid === false;
  const aria = /^(true|grammar|spelling)$/.test(field.getAttribute("aria-invalid") ?? "");
  const active = activeElement();
  const off = [element, field].some((one) => one.matches(":disabled") || one.closest("[inert]")) || Boolean((acting.matches("label") ? field : acting).closest("[aria-disabled=true],:disabled"));
  return {
    text: (globalThis.uibenchLooked.texts[index] ?? "").slice(0, request.limit),
    values: valuesOf(field).map((one) => one.slice(0, request.limit)),
    checked: checkedOf(check), disabled: off, invalid: native || aria,
    messages: [native ? field.validationMessage : "", ...referred(field, "aria-errormessage"), ...referred(field, "aria-describedby"), ...besideTexts(field)].filter(Boolean),
    focused: Boolean(active) && active.tagName !== "BODY" && (active === field || insideOf(active, element)),
    attributes: Object.fromEntries(request.attributes.map((name) => [name, attribute(name)])),
    styles: Object.fromEntries(request.styles.map((name) => [name, styleOf(element).getPropertyValue(name.startsWith("--") ? name : name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`))])),
  };
};
const details = (request) => request.indices.map((index) => detail(index, request));
const stored = () => {
  const all = [];
  for (const name of ["localStorage", "sessionStorage"]) {
    try { for (let index = 0; index < window[name].length; index += 1) all.push([window[name].key(index), window[name].getItem(window[name].key(index)) ?? ""]); } catch { continue; }
  }
  return all;
};
