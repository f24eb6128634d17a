// Accessible names (accname 1.2), labels of fields, and the texts that stand beside fields without one.
const collapse = (text) => text.replace(/\s+/g, " ").trim();
const FROM_CONTENT = new Set([
  "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem", "menuitemcheckbox",
  "menuitemradio", "option", "radio", "rowheader", "switch", "tab", "tooltip", "treeitem",
]);
const FIELDS = "input:not([type=hidden]),select,textarea,[contenteditable=''],[contenteditable=true],[role=textbox],[role=searchbox],[role=combobox],[role=checkbox],[role=radio],[role=switch],[role=slider],[role=spinbutton],[role=listbox]";
const PLAIN = /^(INPUT|SELECT|TEXTAREA)$/;
const isField = (element) => (PLAIN.test(element.tagName) || element.hasAttribute("role") || element.hasAttribute("contenteditable")) && element.matches(FIELDS) && !(element.tagName === "INPUT" && /^(button|submit|reset|image)$/.test(element.type));
const unrendered = (element) => {
  if (element.getAttribute("aria-hidden") === "true") return true;
  if (element.checkVisibility) return !element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).display !== "contents";
  return getComputedStyle(element).display === "none";
};
const valueInName = (element) => {
  if (element.tagName === "SELECT") return Array.from(element.selectedOptions, (option) => option.text).join(" ");
  if (/^(INPUT|TEXTAREA)$/.test(element.tagName) && !/^(checkbox|radio|file|image|submit|reset|button)$/.test(element.type)) return element.value;
  return null;
};
const contentName = (element, seen) => {
  let name = "";
  const root = element.shadowRoot ?? element;
  const nodes = element.tagName === "SLOT" && element.assignedNodes().length ? element.assignedNodes() : root.childNodes;
  for (const node of nodes) {
    if (node.nodeType === 3) name += node.data;
    if (node.nodeType !== 1 || /^(SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName) || unrendered(node)) continue;
    const inner = valueInName(node) ?? nameOf(node, seen, true);
    name += getComputedStyle(node).display === "inline" ? inner : ` ${inner} `;
  }
  return name;
};
const nativeName = (element, seen) => {
  const tag = element.tagName.toUpperCase();
  if (tag === "INPUT" && /^(submit|reset|button)$/.test(element.type)) return element.value || (element.type === "submit" ? "Submit" : element.type === "reset" ? "Reset" : "");
  if (element.labels?.length) return Array.from(element.labels, (label) => labelText(label, seen)).join(" ");
  if (tag === "IMG" || tag === "AREA" || (tag === "INPUT" && element.type === "image")) return element.getAttribute("alt") ?? "";
  const holder = { FIELDSET: ":scope > legend", FIGURE: ":scope > figcaption", TABLE: ":scope > caption", SVG: ":scope > title" }[tag];
  const inner = holder && element.querySelector(holder);
  return inner ? collapse(inner.textContent) : "";
};
const labelText = (label, seen) => {
  const name = label.getAttribute("aria-label");
  return name ? name : contentName(label, seen);
};
const nameOf = (element, seen = new Set(), inside = false) => {
  if (seen.has(element)) return "";
  seen.add(element);
  const references = !inside && element.getAttribute("aria-labelledby");
  if (references) {
    const root = element.getRootNode();
    const parts = references.trim().split(/\s+/).map((id) => root.getElementById?.(id)).filter(Boolean)
      .map((one) => one === element ? element.getAttribute("aria-label") ?? "" : valueInName(one) ?? nameOf(one, new Set([element]), true));
    const name = collapse(parts.join(" "));
    if (name) return name;
  }
  const label = collapse(element.getAttribute("aria-label") ?? "");
  if (label) return label;
  const native = collapse(nativeName(element, seen));
  if (native) return native;
  if (inside || FROM_CONTENT.has(roleOf(element))) {
    const name = collapse(contentName(element, seen));
    if (name) return name;
  }
  return collapse(element.getAttribute("title") || element.getAttribute("placeholder") || element.getAttribute("aria-placeholder") || "");
};
const fieldLabel = (element) => {
  if (element.getAttribute("aria-label") || element.getAttribute("aria-labelledby")) return nameOf(element);
  return element.labels?.length ? collapse(nativeName(element, new Set([element]))) : "";
};
// A text right before a field that has no label of its own: people read it as one.
const besideLabel = (element, limit) => {
  for (let at = element, level = 0; at && level < 3; at = at.parentElement, level += 1) {
    if (level && at.querySelectorAll(FIELDS).length > 1) return "";
    const before = at.previousElementSibling;
    if (!before) continue;
    if (before.matches(FIELDS) || before.querySelector(`${FIELDS},button,a[href]`)) return "";
    const text = collapse(before.innerText ?? "");
    return text.length <= limit && !(before.tagName === "LABEL" && before.control) ? text : "";
  }
  return "";
};
