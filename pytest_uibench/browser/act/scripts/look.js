// One pass over the page, open shadow roots and same-origin frames: what a person can see and find, as plain rows.
const SKIP = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "LINK", "META", "TITLE", "BASE"]);
const FLAG = { shown: 1, aria: 2, pointer: 4, field: 8, own: 32, notice: 64, frame: 256, fixed: 512, behind: 1024 };
const TELLING = new Set(["aria-label", "placeholder", "aria-placeholder", "alt", "title", "data-testid"]);
const FRAMES = /^I?FRAME$/;
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

// A control that is drawn by something else: transparent above it, or hidden with its label in sight.
const standsBehind = (element, rendered, rect, clip) => {
  if (!element.matches("input[type=checkbox],input[type=radio],input[type=range],input[type=file]")) return false;
  if (rendered && large(meet(rect, clip))) return true;
  return Array.from(element.labels ?? []).some((label) => label.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && label.getBoundingClientRect().width > 1);
};

const look = (request) => {
  const rows = [], elements = [], texts = [], unreadable = [];
  const budget = request.limit;

  // Names and labels cost most: only those that are asked for. No roles: all.
  const named = request.roles && new Set(request.roles);
  const row = (element, parent, flags, rect, role, text) => {
    const extra = {};
    // Half of a character that is two code units long is no text.
    const cut = (value) => { const part = value.slice(0, request.textLimit); return part.toWellFormed ? part.toWellFormed() : part; };
    const put = (key, value) => { if (value) extra[key] = cut(value); };
    const given = element.hasAttributes() ? element.getAttributeNames() : [];
    const telling = given.some((one) => TELLING.has(one));
    const spoken = telling ? element.getAttribute("aria-label") : "";
    if (request.labels && flags & FLAG.field) {
      put("label", fieldLabel(element) || spoken);
      if (!extra.label && (flags & FLAG.shown || element.type === "file")) put("beside", besideLabel(element, request.besideLimit));
    } else put("label", spoken);
    if (telling) {
      put("placeholder", element.getAttribute("placeholder") || element.getAttribute("aria-placeholder"));
      put("alt", element.getAttribute("alt"));
      put("title", element.getAttribute("title"));
      put("test", element.getAttribute("data-testid"));
    }
    if (element.tagName === "svg") put("title", element.querySelector(":scope > title")?.textContent);
    const wanted = !named || named.has(role) || flags & FLAG.pointer && request.clickable;
    const name = wanted && (role || extra.label || flags & FLAG.pointer) ? nameOf(element) : "";
    const sent = flags & FLAG.own || text.length <= request.shortLimit ? cut(text) : null;
    const line = [parent, element.tagName.toLowerCase(), flags, rect.map(Math.round), role, cut(name), sent];
    for (const key in extra) { line.push(extra); break; }
    return line;
  };

  const walk = (element, parent, up) => {
    if (SKIP.has(element.tagName) || rows.length >= budget) return { text: "", all: "", shown: false };
    const view = element.ownerDocument.defaultView;
    const style = up.rendered ? view.getComputedStyle(element) : null;
    const rendered = Boolean(style) && style.display !== "none" && !(element.tagName === "OPTION" && !element.closest("select[size],select[multiple]"));
    const contents = rendered && style.display === "contents";
    const box = rendered ? element.getBoundingClientRect() : null;
    const rect = box ? [box.left + up.dx, box.top + up.dy, box.right + up.dx, box.bottom + up.dy] : [0, 0, 0, 0];
    const clear = rendered && up.clear && !up.skipped && style.opacity !== "0";
    const position = rendered ? style.position : "static";
    // Most elements are words in a line, for which the rest means nothing: each question to a style costs.
    const words = rendered && style.display === "inline";
    const holder = rendered && !words && (style.transform !== "none" || style.filter !== "none");
    const masked = (position === "absolute" || position === "fixed") && (style.clip === "rect(0px, 0px, 0px, 0px)" || style.clipPath === "inset(50%)");
    const clip = position === "fixed" ? up.fixed : position === "absolute" ? up.absolute : up.clip;
    const sight = meet(rect, clip);
    const own = clear && style.visibility === "visible" && !contents && large(sight) && !masked;
    const index = rows.length;
    rows.push(null);
    elements.push(element);
    texts.push("");

    let inner = clip;
    if (rendered && !contents && element !== element.ownerDocument.body && element !== element.ownerDocument.documentElement && !words) {
      const x = clips(style.overflowX), y = clips(style.overflowY), roll = scrolls(style.overflowX) || scrolls(style.overflowY);
      if (roll && large(sight)) inner = [x ? sight[0] : -Infinity, y ? sight[1] : -Infinity, x ? sight[2] : Infinity, y ? sight[3] : Infinity];
      else if (x || y || roll) inner = meet(clip, [x || roll ? rect[0] : -Infinity, y || roll ? rect[1] : -Infinity, x || roll ? rect[2] : Infinity, y || roll ? rect[3] : Infinity]);
    }
    const holds = rendered && (position !== "static" || holder);
    const down = {
      rendered, clear, dx: up.dx, dy: up.dy, clip: inner,
      absolute: holds ? inner : up.absolute,
      fixed: holder ? inner : up.fixed,
      aria: up.aria || element.getAttribute("aria-hidden") === "true",
      pointer: rendered && style.cursor === "pointer",
      loose: up.loose || position === "fixed",
      skipped: up.skipped || (rendered && !words && style.contentVisibility === "hidden"),
    };

    let text = "", all = "", ownText = false, below = false;
    const add = (node) => {
      if (node.nodeType === 3) {
        if (!/\S/.test(node.data)) { text += node.data; all += node.data; return; }
        const said = rendered ? cased(node.data, style.textTransform) : node.data;
        ownText = true;
        all += said;
        if (own || contents && clear) text += said;
        if (contents && clear) below = true;
      } else if (node.nodeType === 1) {
        const folded = element.tagName === "DETAILS" && !element.open && node !== element.querySelector(":scope > summary");
        const got = walk(node, index, folded ? { ...down, rendered: false } : down);
        below = below || got.shown;
        all += got.apart ? ` ${got.all} ` : got.all;
        if (got.shown) text += got.apart ? ` ${got.text} ` : got.text;
      }
    };
    if (element.tagName === "IFRAME" || element.tagName === "FRAME") frame(element, index, down, rect, sight, own);
    else if (element.tagName === "SELECT") {
      text = all = Array.from(element.selectedOptions, (option) => option.text).join(" ");
      ownText = text !== "";
      for (const option of element.children) walk(option, index, down);
    } else if (element.tagName === "INPUT") {
      if (/^(button|submit|reset)$/.test(element.type)) { text = all = nativeName(element); ownText = true; }
    } else if (element.tagName !== "TEXTAREA") {
      const slotted = element.tagName === "SLOT" ? element.assignedNodes() : [];
      const nodes = element.shadowRoot ? element.shadowRoot.childNodes : slotted.length ? slotted : element.childNodes;
      for (const node of nodes) add(node);
    }
    const empty = rect[3] - rect[1] === 0 || rect[2] - rect[0] === 0;
    const shown = own || (below && empty);
    const seen = own || below;
    text = collapse(seen ? text : all);
    texts[index] = text;
    const field = isField(element);
    const flags = (shown ? FLAG.shown : 0) | (down.aria ? FLAG.aria : 0) | (down.pointer && !up.pointer ? FLAG.pointer : 0) | (field ? FLAG.field : 0)
      | (ownText ? FLAG.own : 0) | (request.notices && shown && text && element.matches(NOTICE) ? FLAG.notice : 0)
      | (FRAMES.test(element.tagName) ? FLAG.frame : 0) | (down.loose ? FLAG.fixed : 0) | (!shown && field && standsBehind(element, rendered, rect, clip) ? FLAG.behind : 0);
    rows[index] = row(element, parent, flags, [rect[0], rect[1], rect[2] - rect[0], rect[3] - rect[1]], roleOf(element), text);
    const inline = words && parseFloat(style.paddingLeft) + parseFloat(style.marginLeft) + parseFloat(style.paddingRight) + parseFloat(style.marginRight) === 0;
    return { text: seen ? text : "", all, shown: seen, apart: !inline };
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
  walk(document.documentElement, -1, { rendered: true, clear: true, dx: 0, dy: 0, clip: whole, absolute: whole, fixed: [0, 0, innerWidth, innerHeight], aria: false, pointer: false, loose: false });
  const selected = {};
  const faults = {};
  for (const selector of request.selectors) {
    try { selected[selector] = elements.flatMap((element, index) => element.matches(selector) ? [index] : []); }
    catch (error) { faults[selector] = String(error.message ?? error); }
  }
  globalThis.uibenchLooked = { elements, texts };
  // As text: the browser's own way of handing over many small values takes longer than all of the above.
  return JSON.stringify({ rows, selected, faults, unreadable, full: rows.length >= budget, address: location.href, view: [innerWidth, innerHeight] });
};
