// How elements belong together across shadow roots and frames, and which of them act.
const ACTS = "a[href],area[href],button,input,select,textarea,label,summary,option,[role=button],[role=link],[role=tab],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=option],[role=checkbox],[role=radio],[role=switch],[role=combobox],[role=treeitem],[onclick],[contenteditable=true]";
const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? node.ownerDocument.defaultView?.frameElement ?? null;
const insideOf = (node, outer) => {
  for (let at = node; at; at = parentOf(at)) if (at === outer) return true;
  return false;
};
const styleOf = (element) => element.ownerDocument.defaultView.getComputedStyle(element);
const actingOf = (element) => {
  for (let at = element; at; at = parentOf(at)) {
    if (at.matches(ACTS)) return at;
    const above = parentOf(at);
    if (above && styleOf(at).cursor === "pointer" && styleOf(above).cursor !== "pointer") return at;
  }
  return null;
};
const offsetOf = (element) => {
  let x = 0, y = 0;
  for (let frame = element.ownerDocument.defaultView?.frameElement; frame; frame = frame.ownerDocument.defaultView?.frameElement) {
    const box = frame.getBoundingClientRect();
    x += box.left + frame.clientLeft;
    y += box.top + frame.clientTop;
  }
  return [x, y];
};
const rectOf = (element) => {
  const [dx, dy] = offsetOf(element);
  const box = Array.from(element.getClientRects()).find((one) => one.width > 0 && one.height > 0) ?? element.getBoundingClientRect();
  return [box.left + dx, box.top + dy, box.right + dx, box.bottom + dy];
};
const hitAt = (x, y, doc = document) => {
  let root = doc, hit = null;
  while (root) {
    const next = root.elementFromPoint(x, y);
    if (!next || next === hit) break;
    hit = next;
    root = hit.shadowRoot;
  }
  let inner = null;
  try { inner = hit?.contentDocument; } catch { inner = null; }
  if (!inner) return hit;
  const box = hit.getBoundingClientRect();
  return hitAt(x - box.left - hit.clientLeft, y - box.top - hit.clientTop, inner) ?? hit;
};
const activeElement = () => {
  let at = document.activeElement;
  for (;;) {
    let inner = null;
    try { inner = at?.shadowRoot?.activeElement ?? at?.contentDocument?.activeElement; } catch { inner = null; }
    if (!inner) return at;
    at = inner;
  }
};
const spoken = (element) => {
  const text = collapse(element.innerText ?? element.textContent ?? "").slice(0, 60);
  const mark = element.id ? `#${element.id}` : Array.from(element.classList).slice(0, 2).map((one) => `.${one}`).join("");
  return `<${element.tagName.toLowerCase()}${mark}>${text ? ` "${text}"` : ""}`;
};
const at = (request) => {
  const element = globalThis.uibenchLooked?.elements[request.index];
  return element?.isConnected ? element : null;
};
const keep = (element) => globalThis.uibenchLooked.elements.push(element) - 1;
