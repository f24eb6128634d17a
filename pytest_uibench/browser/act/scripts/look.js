// One pass over the page, open shadow roots and same-origin frames: what a person can see and find, as plain rows.
const SKIP = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "LINK", "META", "TITLE", "BASE"]);
const FLAG = { shown: 1, aria: 2, pointer: 4, field: 8, off: 16, own: 32, notice: 64, editable: 128, frame: 256, fixed: 512 };
const meet = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
const large = (rect) => rect[2] - rect[0] > 1 && rect[3] - rect[1] > 1 || rect[2] - rect[0] > 0 && rect[3] - rect[1] > 0 && (rect[2] - rect[0]) * (rect[3] - rect[1]) > 2;
const clips = (value) => value === "hidden" || value === "clip";
const scrolls = (value) => value === "auto" || value === "scroll";
const cased = (text, transform) => {
  if (transform === "uppercase") return text.toUpperCase();
  if (transform === "lowercase") return text.toLowerCase();
  return transform === "capitalize" ? text.replace(/(^|\s)\S/g, (start) => start.toUpperCase()) : text;
};
// What can be scrolled into sight: nothing left of or above the document, nothing beside one that cannot scroll sideways.
const reach = (doc, dx, dy) => {
  const view = doc.defaultView, root = doc.documentElement;
  const sideways = [root, doc.body].some((one) => one && clips(view.getComputedStyle(one).overflowX));
  const left = dx - view.scrollX, top = dy - view.scrollY;
  return [left, top, sideways ? dx + view.innerWidth : left + Math.max(root.scrollWidth, view.innerWidth), Infinity];
};
const NOTICE = "[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive],[class*=toast i],[class*=snackbar i],[data-sonner-toast]";
const GONE = { rendered: false, clear: false };

const look = (request) => {
  const rows = [], elements = [], texts = [], unreadable = [];
  const budget = request.limit;

  const row = (element, parent, flags, rect, role, text) => {
    const extra = {};
    const put = (key, value) => { if (value) extra[key] = value.slice(0, request.textLimit); };
    put("label", element.ariaLabel || isField(element) ? fieldLabel(element) || element.getAttribute("aria-label") : "");
    if (flags & FLAG.field && !extra.label && (flags & FLAG.shown || element.type === "file")) put("beside", besideLabel(element, request.besideLimit));
    put("placeholder", element.getAttribute("placeholder") || element.getAttribute("aria-placeholder"));
    put("alt", element.getAttribute("alt"));
    put("title", element.getAttribute("title") || (element.tagName === "svg" ? element.querySelector(":scope > title")?.textContent : ""));
    put("test", element.getAttribute("data-testid"));
    const name = role || extra.label || flags & FLAG.pointer ? nameOf(element) : "";
    const sent = flags & FLAG.own || text.length <= request.shortLimit ? text.slice(0, request.textLimit) : null;
    return [parent, element.tagName.toLowerCase(), flags, rect.map(Math.round), role, name.slice(0, request.textLimit), sent, extra];
  };

  const walk = (element, parent, up) => {
    if (SKIP.has(element.tagName) || rows.length >= budget) return { text: "", shown: false };
    const view = element.ownerDocument.defaultView;
    const style = up.rendered ? view.getComputedStyle(element) : null;
    const rendered = Boolean(style) && style.display !== "none" && !(element.tagName === "OPTION" && !element.closest("select[size],select[multiple]"));
    const contents = rendered && style.display === "contents";
    const box = rendered ? element.getBoundingClientRect() : null;
    const rect = box ? [box.left + up.dx, box.top + up.dy, box.right + up.dx, box.bottom + up.dy] : [0, 0, 0, 0];
    const clear = rendered && up.clear && style.opacity !== "0";
    const position = rendered ? style.position : "static";
    const clip = position === "fixed" ? up.fixed : position === "absolute" ? up.absolute : up.clip;
    const sight = meet(rect, clip);
    const own = clear && style.visibility === "visible" && !contents && large(sight) && style.clipPath !== "inset(50%)" && style.clip !== "rect(0px, 0px, 0px, 0px)";
    const index = rows.length;
    rows.push(null);
    elements.push(element);
    texts.push("");

    let inner = clip;
    if (rendered && !contents && element !== element.ownerDocument.body && element !== element.ownerDocument.documentElement && style.display !== "inline") {
      const x = clips(style.overflowX), y = clips(style.overflowY), roll = scrolls(style.overflowX) || scrolls(style.overflowY);
      if (roll && large(sight)) inner = [x ? sight[0] : -Infinity, y ? sight[1] : -Infinity, x ? sight[2] : Infinity, y ? sight[3] : Infinity];
      else if (x || y || roll) inner = meet(clip, [x || roll ? rect[0] : -Infinity, y || roll ? rect[1] : -Infinity, x || roll ? rect[2] : Infinity, y || roll ? rect[3] : Infinity]);
    }
    const holds = rendered && (position !== "static" || style.transform !== "none" || style.filter !== "none");
    const down = {
      rendered, clear, dx: up.dx, dy: up.dy, clip: inner,
      absolute: holds ? inner : up.absolute,
      fixed: rendered && (style.transform !== "none" || style.filter !== "none") ? inner : up.fixed,
      aria: up.aria || element.getAttribute("aria-hidden") === "true",
      inert: up.inert || element.inert === true,
      pointer: rendered && style.cursor === "pointer",
      loose: up.loose || position === "fixed",
    };

    let text = "", ownText = false, shown = own;
    const add = (node) => {
      if (node.nodeType === 3) {
        const said = rendered ? (own || contents && clear ? cased(node.data, style.textTransform) : "") : node.data;
        if (/\S/.test(said)) ownText = true;
        text += said;
      } else if (node.nodeType === 1) {
        const got = walk(node, index, down);
        if (got.shown) shown = shown || (rect[3] - rect[1] === 0 || rect[2] - rect[0] === 0);
        if (rendered && !got.shown) return;
        text += got.apart ? ` ${got.text} ` : got.text;
      }
    };
    if (element.tagName === "IFRAME" || element.tagName === "FRAME") frame(element, index, down, rect, sight, own);
    else if (element.tagName === "SELECT") {
      text = Array.from(element.selectedOptions, (option) => option.text).join(" ");
      ownText = text !== "";
      for (const option of element.children) walk(option, index, down);
    } else if (element.tagName === "INPUT") {
      if (/^(button|submit|reset)$/.test(element.type)) { text = nativeName(element); ownText = true; }
    } else if (element.tagName !== "TEXTAREA") {
      const slotted = element.tagName === "SLOT" ? element.assignedNodes() : [];
      const nodes = element.shadowRoot ? element.shadowRoot.childNodes : slotted.length ? slotted : element.childNodes;
      for (const node of nodes) add(node);
    }
    text = collapse(text);
    texts[index] = text;
    const field = isField(element);
    const off = element.matches(":disabled") || element.getAttribute("aria-disabled") === "true" || down.inert;
    const flags = (shown ? FLAG.shown : 0) | (down.aria ? FLAG.aria : 0) | (down.pointer && !up.pointer ? FLAG.pointer : 0) | (field ? FLAG.field : 0)
      | (off ? FLAG.off : 0) | (ownText ? FLAG.own : 0) | (shown && text && element.matches(NOTICE) ? FLAG.notice : 0)
      | (element.isContentEditable ? FLAG.editable : 0) | (/^I?FRAME$/.test(element.tagName) ? FLAG.frame : 0) | (down.loose ? FLAG.fixed : 0);
    rows[index] = row(element, parent, flags, [rect[0], rect[1], rect[2] - rect[0], rect[3] - rect[1]], roleOf(element), text);
    const inline = rendered && style.display === "inline" && parseFloat(style.paddingLeft) + parseFloat(style.marginLeft) + parseFloat(style.paddingRight) + parseFloat(style.marginRight) === 0;
    return { text, shown, apart: !inline };
  };

  const frame = (element, index, down, rect, sight, own) => {
    let doc = null;
    try { doc = element.contentDocument; } catch { doc = null; }
    if (!doc?.documentElement) { if (own) unreadable.push(index); return; }
    const dx = rect[0] + element.clientLeft, dy = rect[1] + element.clientTop;
    const clip = large(sight) ? reach(doc, dx, dy) : [0, 0, 0, 0];
    walk(doc.documentElement, index, { ...down, dx, dy, clip, absolute: clip, fixed: meet(sight, rect), clear: down.clear && own });
  };

  const whole = reach(document, 0, 0);
  walk(document.documentElement, -1, { rendered: true, clear: true, dx: 0, dy: 0, clip: whole, absolute: whole, fixed: [0, 0, innerWidth, innerHeight], aria: false, inert: false, pointer: false, loose: false });
  const selected = {};
  const faults = {};
  for (const selector of request.selectors) {
    try { selected[selector] = elements.flatMap((element, index) => element.matches(selector) ? [index] : []); }
    catch (error) { faults[selector] = String(error.message ?? error); }
  }
  globalThis.uibenchLooked = { elements, texts };
  return { rows, selected, faults, unreadable, full: rows.length >= budget, address: location.href, view: [innerWidth, innerHeight] };
};
