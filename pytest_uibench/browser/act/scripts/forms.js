// Form fields: which control is meant, and values that no key can enter.
const FILES = "input[type=file]";
const SET = /^(date|time|month|week|datetime-local|color|range)$/;
const WANTED = { field: FIELDS, check: CHECKS, file: FILES, option: "select" };
const control = (request) => {
  const element = at(request);
  if (!element) return { gone: true };
  let found = controlOf(element, WANTED[request.kind]);
  if (!found && request.kind === "file") {
    for (let up = parentOf(element), level = 0; up && !found && level < 4; up = parentOf(up), level += 1) {
      const inside = up.querySelectorAll(FILES);
      if (inside.length > 1) break;
      [found] = inside;
    }
  }
  if (!found) return { none: true, tag: element.tagName.toLowerCase() };
  const label = found.labels?.[0] ?? found.closest("label");
  return {
    index: keep(found), label: label ? keep(label) : null, tag: found.tagName.toLowerCase(), role: roleOf(found), type: found.type ?? "",
    set: found.tagName === "INPUT" && SET.test(found.type), editable: found.isContentEditable, disabled: found.matches(":disabled"),
    typed: found.isContentEditable || /^(INPUT|TEXTAREA)$/.test(found.tagName) && !/^(checkbox|radio|file)$/.test(found.type),
    readonly: found.readOnly === true || found.getAttribute("aria-readonly") === "true", checked: checkedOf(found),
    native: found.tagName === "SELECT", multiple: found.multiple === true, value: valuesOf(found)[0],
    options: found.tagName === "SELECT" ? Array.from(found.options, (option) => [option.label || option.text, option.disabled]) : [],
  };
};
const fire = (element, ...names) => { for (const name of names) element.dispatchEvent(new Event(name, { bubbles: true, composed: true })); };
const setValue = (request) => {
  const element = at(request);
  if (!element) return { gone: true };
  element.focus();
  element.value = request.value;
  fire(element, "input", "change");
  return { value: element.value };
};
const choose = (request) => {
  const element = at(request);
  if (!element) return { gone: true };
  element.focus();
  const option = element.options[request.option];
  if (!element.multiple) element.selectedIndex = request.option;
  else option.selected = true;
  fire(element, "input", "change");
  return { value: element.value };
};
const focus = (request) => {
  const element = at(request);
  if (!element) return { gone: true };
  const wanted = element.matches("a[href],button,input,select,textarea,[tabindex],[contenteditable]") ? element : controlOf(element, FIELDS) ?? actingOf(element) ?? element;
  wanted.focus();
  if (request.all && wanted.select) { try { wanted.select(); } catch { /* a kind of field without a selection */ } }
  else if (request.all) {
    const range = wanted.ownerDocument.createRange();
    range.selectNodeContents(wanted);
    const selection = wanted.ownerDocument.defaultView.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  }
  return { focused: activeElement() === wanted || insideOf(activeElement(), wanted) };
};
