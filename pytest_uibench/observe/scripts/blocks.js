// What a page shows, in one walk over its flat tree: text blocks in both forms (METRICS 3) and a compact snapshot of
// elements. Runs in a world of its own, so that nothing the app replaced (Array.prototype, getComputedStyle) is called;
// accessors are taken from the prototypes because a form's fields and named pictures stand in for own properties.
(options) => {
  const getter = (prototype, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (object) => get.call(object);
  };
  const bound = (prototype, name) => {
    const method = prototype[name];
    return (object, ...given) => method.apply(object, given);
  };
  const childNodes = getter(Node.prototype, "childNodes");
  const nodeType = getter(Node.prototype, "nodeType");
  const nodeValue = getter(Node.prototype, "nodeValue");
  const parentElement = getter(Node.prototype, "parentElement");
  const rootNode = bound(Node.prototype, "getRootNode");
  const textContent = getter(Node.prototype, "textContent");
  const localName = getter(Element.prototype, "localName");
  const elementId = getter(Element.prototype, "id");
  const shadowRoot = getter(Element.prototype, "shadowRoot");
  const namespace = getter(Element.prototype, "namespaceURI");
  const clientWidth = getter(Element.prototype, "clientWidth");
  const clientHeight = getter(Element.prototype, "clientHeight");
  const scrollHeight = getter(Element.prototype, "scrollHeight");
  const scrollWidth = getter(Element.prototype, "scrollWidth");
  const rootOf = getter(Document.prototype, "documentElement");
  const bodyOf = getter(Document.prototype, "body");
  const titleOf = getter(Document.prototype, "title");
  const viewOf = getter(Document.prototype, "defaultView");
  const frameDocument = getter(HTMLIFrameElement.prototype, "contentDocument");
  const attribute = bound(Element.prototype, "getAttribute");
  const rectOf = bound(Element.prototype, "getBoundingClientRect");
  const allOf = bound(Document.prototype, "querySelectorAll");
  const rangeOf = bound(Document.prototype, "createRange");
  const byId = bound(Document.prototype, "getElementById");

  const width = innerWidth, height = innerHeight;
  const limit = options.viewports * height;
  const left = scrollX, top = scrollY;
  // A page may have thrown its whole tree away.
  const root = rootOf(document) ?? new Document().createElementNS("http://www.w3.org/1999/xhtml", "html"), body = bodyOf(document);
  const pageHeight = Math.max(scrollHeight(root), body ? scrollHeight(body) : 0);
  const cut = new Set();

  // --- Colours: what the browser paints, in 8-bit sRGB, without the alpha.
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colors = new Map();
  const plain = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/;
  const readAlpha = (text) => (text.endsWith("%") ? parseFloat(text) / 100 : text === "none" ? 0 : parseFloat(text));
  const painted = (text) => {
    const digits = plain.exec(text);
    if (digits) return [Number(digits[1]), Number(digits[2]), Number(digits[3]), digits[4] === undefined ? 1 : Number(digits[4])];
    const alpha = /\/\s*([\d.eE+-]+%?|none)\s*\)$/.exec(text);
    pen.fillStyle = "#000";
    pen.fillStyle = alpha ? text.slice(0, alpha.index) + ")" : text;
    pen.fillRect(0, 0, 1, 1);
    const { data } = pen.getImageData(0, 0, 1, 1);
    return [data[0], data[1], data[2], alpha ? readAlpha(alpha[1]) : 1];
  };
  const color = (text) => {
    let found = colors.get(text);
    if (!found) colors.set(text, (found = painted(text)));
    return found;
  };
  const over = (front, alpha, back) => [0, 1, 2].map((channel) => Math.round(front[channel] * alpha + back[channel] * (1 - alpha)));

  // --- Where an element's content can be seen: the overflow of what contains it, by position.
  const everything = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const meet = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  });
  const shown = (box) => box.right - box.left >= options.minSide && box.bottom - box.top >= options.minSide;
  const clips = (value) => value !== "visible" && value !== "";
  const gone = /^(inset\((50|100)%|circle\(0(px|%)?[ )]|polygon\(0(px|%)? 0(px|%)?(, 0(px|%)? 0(px|%)?)*\)$)/;

  // The page's own scroller where it is not the document: what can be reached by scrolling it counts like the page.
  const scroller = (() => {
    if (pageHeight > height + 1) return null;
    let best = null, most = options.scrollerShare * width * height, seen = 0;
    for (const element of allOf(document, "*")) {
      seen += 1;
      if (seen > options.nodes) break;
      if (element === root || scrollHeight(element) <= clientHeight(element) + 1) continue;
      const area = clientWidth(element) * clientHeight(element);
      if (area > most && /auto|scroll/.test(getComputedStyle(element).overflowY)) { best = element; most = area; }
    }
    return best;
  })();

  const paper = [], content = [], elements = [];
  let visited = 0, opaque = 0;
  const room = (list, most, name) => {
    if (list.length < most) return true;
    cut.add(name);
    return false;
  };
  const round = (value) => Math.round(value * 100) / 100;
  const silent = new Set(["script", "style", "noscript", "template", "title", "iframe", "frame", "canvas", "video", "audio", "object", "embed", "picture", "select", "option", "datalist", "textarea", "head"]);
  const opaqueTags = new Set(["canvas", "video", "object", "embed"]);

  const ids = new Map();
  for (const element of allOf(document, "[id]")) ids.set(elementId(element), (ids.get(elementId(element)) ?? 0) + 1);

  const addContent = (text, box, place, ink, tag) => {
    const seen = meet(box, place.clip);
    if (!shown(seen) || seen.top >= limit || !room(content, options.blocks, "content")) return;
    content.push([text, round(seen.left), round(seen.top), round(seen.right - seen.left), round(seen.bottom - seen.top), ink[0], ink[1], ink[2], tag]);
  };
  const moved = (rect, frame) => ({ left: rect.left + frame.x, top: rect.top + frame.y, right: rect.right + frame.x, bottom: rect.bottom + frame.y });

  // --- The colour that a person sees: alpha and opacity mixed with the background colours beneath.
  const svg = "http://www.w3.org/2000/svg";
  const stops = /(?:rgba?|hsla?|oklch|oklab|lch|lab|hwb|color)\([^()]*\)/g;
  const inkOf = (element, style, place) => {
    let ink = color(namespace(element) === svg && style.fill.startsWith("url") === false && style.fill !== "none" ? style.fill : style.webkitTextFillColor || style.color);
    if (ink[3] < options.faint && style.webkitBackgroundClip.includes("text")) {
      // Text cut out of a gradient: the mean of the gradient's colours.
      const found = [...(style.backgroundImage.match(stops) ?? []), style.backgroundColor].map(color).filter((one) => one[3] > 0);
      if (!found.length) return null;
      ink = [0, 1, 2].map((channel) => Math.round(found.reduce((sum, one) => sum + one[channel], 0) / found.length)).concat(1);
    }
    const alpha = ink[3] * place.opacity;
    return alpha < options.faint ? null : alpha >= 1 ? ink : over(ink, alpha, place.back);
  };

  const tokens = ["color", "background-color", "font-size", "font-weight", "font-family", "line-height", "padding", "gap", "border-radius", "border", "box-shadow", "cursor"];
  const dull = new Set(["", "none", "normal", "auto", "0px", "rgba(0, 0, 0, 0)"]);
  const roles = { button: "button", nav: "navigation", main: "main", header: "banner", footer: "contentinfo", aside: "complementary", textarea: "textbox", img: "img", ul: "list", ol: "list", li: "listitem", table: "table", tr: "row", td: "cell", th: "columnheader", form: "form", dialog: "dialog", summary: "button", progress: "progressbar", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", article: "article", hr: "separator" };
  const inputs = { checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox", button: "button", submit: "button", reset: "button", image: "button" };
  const roleOf = (element, tag) => {
    const given = attribute(element, "role");
    if (given) return given.trim().split(/\s+/)[0] || null;
    if (tag === "a" || tag === "area") return attribute(element, "href") === null ? null : "link";
    if (tag === "input") return inputs[(attribute(element, "type") ?? "text").toLowerCase()] ?? "textbox";
    if (tag === "select") return attribute(element, "multiple") === null ? "combobox" : "listbox";
    return Object.hasOwn(roles, tag) ? roles[tag] : null;
  };
  const words = (text) => text.slice(0, 4 * options.name).replace(/\s+/g, " ").trim().slice(0, options.name);
  const nameOf = (element, tag, container) => {
    const label = attribute(element, "aria-label");
    if (label && label.trim()) return words(label);
    const by = attribute(element, "aria-labelledby");
    if (by) {
      const named = words(by.trim().split(/\s+/).slice(0, 4).map((id) => byId(document, id)).filter(Boolean).map(textContent).join(" "));
      if (named) return named;
    }
    if (tag === "img" || tag === "area") return words(attribute(element, "alt") ?? attribute(element, "title") ?? "");
    if (tag === "input" || tag === "textarea" || tag === "select") {
      const labels = element.labels;
      const of = labels && labels.length ? words(textContent(labels[0])) : "";
      const type = (attribute(element, "type") ?? "").toLowerCase();
      const own = type === "submit" || type === "button" || type === "reset" ? attribute(element, "value") : null;
      return words(own ?? "") || of || words(attribute(element, "placeholder") ?? attribute(element, "title") ?? attribute(element, "name") ?? "");
    }
    return (container ? "" : words(textContent(element))) || words(attribute(element, "title") ?? "");
  };
  const containers = new Set(["navigation", "main", "banner", "contentinfo", "complementary", "list", "table", "row", "form", "dialog", "article", "region", "group", "search", "tablist", "menu", "presentation", "none", "application"]);
  const worthy = (element, tag, role, style, ownText) => {
    if (tag === "html" || tag === "body") return false;
    if (role || ownText || tag === "svg" || tag === "video" || tag === "canvas" || tag === "label") return true;
    return style.boxShadow !== "none" || style.borderTopWidth !== "0px" || style.backgroundImage !== "none" || (style.backgroundColor !== "rgba(0, 0, 0, 0)");
  };
  const snapshot = (element, tag, style, place, ownText) => {
    if (!place.selector || namespace(element) === svg && tag !== "svg") return;
    const role = roleOf(element, tag);
    if (!worthy(element, tag, role, style, ownText)) return;
    const rect = rectOf(element);
    const box = moved(rect, { x: left, y: top });
    const seen = meet(box, place.own);
    if (!shown(seen) || seen.top >= limit || place.opacity < options.faint || style.visibility !== "visible" || !room(elements, options.elements, "elements")) return;
    const styles = {};
    for (const token of tokens) {
      const value = style.getPropertyValue(token);
      if (!dull.has(value) && !(token === "border" && value.startsWith("0px"))) styles[token] = value.slice(0, 160);
    }
    elements.push({ selector: place.selector, tag, role, name: nameOf(element, tag, !ownText && (role === null || containers.has(role))), box: [round(box.left), round(box.top), round(rect.width), round(rect.height)], styles });
  };

  // --- Form controls show their value, the chosen option, or their placeholder.
  const wordless = new Set(["hidden", "checkbox", "radio", "range", "color", "file", "image"]);
  const fieldText = (element, tag) => {
    if (tag === "select") {
      const chosen = Array.prototype.map.call(element.selectedOptions, (option) => option.label || textContent(option));
      return [chosen.join(" "), false];
    }
    const type = tag === "input" ? (attribute(element, "type") ?? "text").toLowerCase() : "text";
    if (wordless.has(type)) return ["", false];
    const value = element.value;
    if (value) return [type === "password" ? "\u2022".repeat(Math.min(value.length, options.mask)) : value, false];
    return [attribute(element, "placeholder") ?? "", true];
  };
  const field = (element, tag, style, place, frame) => {
    const [text, hint] = fieldText(element, tag);
    const seen = text.slice(0, options.textLimit * 2).replace(/\s+/g, " ").trim();
    if (!seen || style.visibility !== "visible") return;
    const ink = inkOf(element, hint ? getComputedStyle(element, "::placeholder") : style, place);
    if (!ink) return;
    const rect = moved(rectOf(element), frame);
    const inner = (side) => (parseFloat(style[`padding${side}`]) || 0) + (parseFloat(style[`border${side}Width`]) || 0);
    const box = { left: rect.left + inner("Left"), top: rect.top + inner("Top"), right: rect.right - inner("Right"), bottom: rect.bottom - inner("Bottom") };
    addContent(seen, shown(box) ? box : rect, place, ink, tag);
  };

  // --- One walk. A place is what an element hands to its children; `stack` holds nodes with the place of their parent.
  const clippedBy = (element, style, place, frame) => {
    const root = element === rootOf(frame.document) || element === bodyOf(frame.document);
    if (root || !(clips(style.overflowX) || clips(style.overflowY)) || style.display === "inline") return place;
    const rect = moved(rectOf(element), frame);
    const edge = (side) => parseFloat(style[`border${side}Width`]) || 0;
    if (element === scroller) return { left: Math.max(place.left, rect.left), right: Math.min(place.right, rect.right), top: Math.max(place.top, rect.top), bottom: Infinity };
    return meet(place, {
      left: clips(style.overflowX) ? rect.left + edge("Left") : -Infinity, right: clips(style.overflowX) ? rect.right - edge("Right") : Infinity,
      top: clips(style.overflowY) ? rect.top + edge("Top") : -Infinity, bottom: clips(style.overflowY) ? rect.bottom - edge("Bottom") : Infinity,
    });
  };
  const contains = (style) => style.transform !== "none" || style.filter !== "none" || style.perspective !== "none" || /paint|layout|strict|content/.test(style.contain) || /transform|filter|perspective/.test(style.willChange) || (style.backdropFilter ?? "none") !== "none" || style.translate !== "none" || style.scale !== "none" || style.rotate !== "none";
  const enter = (element, tag, style, parent, frame) => {
    const holds = contains(style);
    const own = style.position === "fixed" ? parent.fixed : style.position === "absolute" ? parent.absolute : parent.flow;
    const hidden = (style.clipPath !== "none" && gone.test(style.clipPath));
    const flow = hidden ? { left: 0, top: 0, right: 0, bottom: 0 } : clippedBy(element, style, own, frame);
    const ground = color(style.backgroundColor);
    const opacity = parent.opacity * parseFloat(style.opacity);
    return {
      own, clip: flow, flow,
      absolute: holds || hidden || style.position !== "static" ? flow : parent.absolute,
      fixed: holds || hidden ? flow : parent.fixed,
      opacity: Number.isNaN(opacity) ? parent.opacity : opacity,
      back: ground[3] > 0 ? over(ground, ground[3], parent.back) : parent.back,
      selector: null, frame, element, style, tag,
    };
  };
  const pathOf = (element, tag, parent, index) => {
    if (parent.frame.inner) return null;
    const id = elementId(element);
    if (id && ids.get(id) === 1 && id.length <= 60) return `#${CSS.escape(id)}`;
    if (tag === "html" || tag === "body") return tag;
    return parent.selector && parent.selector.length < options.selector ? `${parent.selector}${parent.shadow ? " " : " > "}${CSS.escape(tag)}:nth-of-type(${index})` : null;
  };

  const foreign = (element, place, frame) => {
    const seen = meet(meet(moved(rectOf(element), frame), place.own), { left: 0, top: 0, right: width, bottom: Math.min(pageHeight, limit) });
    if (shown(seen) && place.style.visibility === "visible") opaque += (seen.right - seen.left) * (seen.bottom - seen.top);
  };

  const takeText = (node, run, place, frame) => {
    const trimmed = nodeValue(node).trim();
    if (silent.has(place.tag) || place.style.visibility !== "visible") return;
    const { style, element } = place;
    const owner = place.host ?? place;
    if (trimmed && !frame.inner && !place.shadowed && trimmed.length <= options.longest && owner.style.opacity !== "0") {
      const rect = moved(rectOf(owner.element), frame);
      const gap = rect.bottom <= 0 || rect.top >= limit;
      if (!gap && shown(rect) && room(paper, options.blocks, "blocks")) {
        const ink = color(owner.style.color);
        paper.push([trimmed, round(rect.left), round(rect.top), round(rect.right - rect.left), round(rect.bottom - rect.top), ink[0], ink[1], ink[2], owner.tag]);
      }
    }
    const whole = run[0] === node ? run.map(nodeValue).join("").trim() : "";
    if (!whole || place.opacity < options.faint) return;
    const last = run[run.length - 1];
    frame.range.setStart(node, 0);
    frame.range.setEnd(last, nodeValue(last).length);
    const box = moved(frame.range.getBoundingClientRect(), frame);
    if (!shown(box)) return;
    const ink = inkOf(element, style, place);
    if (ink) addContent(whole.slice(0, options.textLimit * 8).replace(/\s+/g, " "), box, place, ink, place.tag);
  };

  // What a slot shows still belongs to the document: the paper's form has it, with its host's box.
  const hosts = new Map();
  const assigned = (node, place) => ({ ...place, selector: null, shadowed: rootNode(node) !== document, host: hosts.get(parentElement(node)) });
  const walk = (inside, frame, first) => {
    frame.document = inside;
    frame.range = rangeOf(inside);
    const style = (element) => frame.view.getComputedStyle(element);
    const stack = rootOf(inside) ? [[rootOf(inside), first, 1]] : [];
    while (stack.length) {
      const [node, parent, index, neighbours] = stack.pop();
      visited += 1;
      if (visited > options.nodes) { cut.add("nodes"); return; }
      const kind = nodeType(node);
      if (kind === 3) { takeText(node, neighbours, parent, frame); continue; }
      if (kind !== 1) continue;
      const tag = localName(node).toLowerCase(), look = style(node);
      if (look.display === "none" || !look.display) continue;
      const place = enter(node, tag, look, parent, frame);
      place.shadowed = parent.shadowed;
      place.selector = pathOf(node, tag, parent, index);
      if (opaqueTags.has(tag)) foreign(node, place, frame);
      if (tag === "input" || tag === "textarea" || tag === "select") field(node, tag, look, place, frame);
      if (tag === "iframe") frames(node, place, frame);
      const shadow = shadowRoot(node);
      const slotted = tag === "slot" ? node.assignedNodes() : [];
      // Folded away: it has boxes, but nobody sees them.
      if (look.contentVisibility === "hidden") { snapshot(node, tag, look, place, false); continue; }
      const folded = tag === "details" && attribute(node, "open") === null;
      const children = folded ? Array.prototype.filter.call(childNodes(node), (one) => nodeType(one) === 1 && localName(one) === "summary").slice(0, 1) : shadow ? childNodes(shadow) : slotted.length ? slotted : childNodes(node);
      if (shadow) { hosts.set(node, { ...place }); place.shadowed = true; place.shadow = true; }
      let ownText = false, run = null;
      const counts = new Map(), next = [];
      for (let position = 0; position < children.length; position += 1) {
        const child = children[position], type = nodeType(child);
        if (type === 3) {
          if (!ownText && nodeValue(child).trim()) ownText = true;
          // Neighbours are one text, as they are on the screen: `{count} items` makes two nodes in React and one elsewhere.
          if (run) run.push(child);
          else run = [child];
          next.push([child, slotted.length ? assigned(child, place) : place, 0, run]);
        }
        if (type === 1) {
          run = null;
          const name = localName(child), count = (counts.get(name) ?? 0) + 1;
          counts.set(name, count);
          next.push([child, slotted.length ? assigned(child, place) : place, count]);
        }
        if (next.length > options.nodes) { cut.add("nodes"); break; }
      }
      snapshot(node, tag, look, place, ownText);
      for (let position = next.length - 1; position >= 0; position -= 1) stack.push(next[position]);
    }
  };
  const frames = (element, place, frame) => {
    let inside = null;
    try { inside = frameDocument(element); } catch { /* another origin */ }
    if (!inside || !rootOf(inside)) { foreign(element, place, frame); return; }
    if (frame.depth >= options.frameDepth) { cut.add("frames"); return; }
    const rect = moved(rectOf(element), frame), { style } = place;
    const edge = (side) => (parseFloat(style[`border${side}Width`]) || 0) + (parseFloat(style[`padding${side}`]) || 0);
    const box = { left: rect.left + edge("Left"), top: rect.top + edge("Top"), right: rect.right - edge("Right"), bottom: rect.bottom - edge("Bottom") };
    const clip = meet(box, place.own);
    if (!shown(clip) || style.visibility !== "visible" || place.opacity < options.faint) return;
    walk(inside, { x: box.left, y: box.top, inner: true, depth: frame.depth + 1, view: viewOf(inside) }, { ...place, own: clip, clip, flow: clip, absolute: clip, fixed: clip, shadowed: false });
  };

  // What lies left of the page, above it, or beyond an edge that does not scroll, is never seen.
  const edges = { ...everything, left: 0, top: 0 };
  const rootStyle = getComputedStyle(root), bodyStyle = body ? getComputedStyle(body) : rootStyle;
  const outer = clips(rootStyle.overflowX) || clips(rootStyle.overflowY) ? rootStyle : bodyStyle;
  edges.right = /hidden|clip/.test(outer.overflowX) ? width : Math.max(width, scrollWidth(root));
  if (/hidden|clip/.test(outer.overflowY)) edges.bottom = height;
  const dark = /dark/.test(rootStyle.colorScheme) && (!/light/.test(rootStyle.colorScheme) || matchMedia("(prefers-color-scheme: dark)").matches);
  walk(document, { x: left, y: top, inner: false, depth: 0, view: window }, {
    own: edges, clip: edges, flow: edges, absolute: edges, fixed: edges, opacity: 1, back: dark ? [18, 18, 18] : [255, 255, 255], selector: null,
    shadowed: false, frame: { inner: false }, style: rootStyle, tag: "",
  });

  // Characters that no font here has: the picture shows boxes in their place, the blocks have the text (F82).
  const glyph = (character) => {
    const sheet = new OffscreenCanvas(32, 32).getContext("2d", { willReadFrequently: true });
    sheet.font = "20px sans-serif";
    sheet.fillText(character, 2, 24);
    return sheet.getImageData(0, 0, 32, 32).data.join();
  };
  const samples = new Map();
  for (const [text] of content) {
    if (samples.size >= options.glyphs) break;
    for (const character of text) {
      const code = character.codePointAt(0);
      // One of each 512 code points stands for its script.
      if (code > 0x58f && !/[\p{M}\p{C}\p{Z}\p{P}]/u.test(character) && !samples.has(code >> 9)) samples.set(code >> 9, character);
    }
  }
  const box = samples.size ? glyph("\u{10fffd}") : "";
  const bare = [...samples.values()].slice(0, options.glyphs).filter((character) => glyph(character) === box);

  const area = width * Math.max(1, Math.min(Math.max(pageHeight, height), limit));
  return {
    width, height, scale: devicePixelRatio, pageHeight, paper, content, elements, opaque: Math.min(1, opaque / area), cut: [...cut], visited,
    inner: scroller ? scrollHeight(scroller) : 0, url: location.href, title: titleOf(document).slice(0, options.textLimit * 2),
    bare,
    busy: Array.prototype.some.call(allOf(document, options.busy), (one) => {
      const rect = rectOf(one);
      const seen = rect.width * rect.height >= (/animate-pulse/.test(attribute(one, "class") ?? "") ? options.pulseArea : 1);
      return seen && rect.top < height && rect.bottom > 0 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    }),
    password: Array.prototype.some.call(allOf(document, "input[type=password]"), (one) => rectOf(one).width > 0),
  };
}
