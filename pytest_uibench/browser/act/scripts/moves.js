// Scrolling, and drags by the browser's own drag events.
const rolls = (element) => element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0 && scrolls(styleOf(element).overflowY);
const scrollerOf = (request) => {
  if (request.index !== null) {
    const given = at(request);
    if (!given) return null;
    if (rolls(given)) return given;
    const inside = Array.from(given.querySelectorAll("*")).filter(rolls);
    if (inside.length) return inside.reduce((best, one) => one.clientHeight * one.clientWidth > best.clientHeight * best.clientWidth ? one : best);
    for (let up = parentOf(given); up; up = parentOf(up)) if (rolls(up)) return up;
  }
  const page = document.scrollingElement ?? document.documentElement;
  if (page.scrollHeight > innerHeight + 1) return page;
  const all = (globalThis.uibenchLooked?.elements ?? []).filter((one) => one.isConnected && rolls(one));
  return all.reduce((best, one) => !best || one.clientHeight * one.clientWidth > best.clientHeight * best.clientWidth ? one : best, null);
};
const scroll = (request) => {
  const scroller = scrollerOf(request);
  if (!scroller) return { none: true };
  const before = scroller.scrollTop;
  scroller.scrollBy({ top: scroller.clientHeight * request.share, behavior: "instant" });
  return { moved: Math.round(scroller.scrollTop - before), height: scroller.scrollHeight, scroller: spoken(scroller).slice(0, 80) };
};
const show = (request) => {
  const element = at(request);
  if (!element) return { gone: true };
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const rect = meet(rectOf(element), [0, 0, innerWidth, innerHeight]);
  return { shown: large(rect) };
};
// One event a call: frameworks render between them.
const dragEvent = (request) => {
  const source = at(request), target = at({ index: request.to });
  if (!source || !target) return { gone: true };
  const carried = source.closest("[draggable=true]") ?? source.querySelector("[draggable=true]") ?? source;
  const element = /^(dragstart|dragend)$/.test(request.kind) ? carried : target;
  if (request.kind === "dragstart") globalThis.uibenchDragged = new DataTransfer();
  const box = element.getBoundingClientRect();
  const where = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  const init = { bubbles: true, cancelable: true, composed: true, dataTransfer: globalThis.uibenchDragged, ...where };
  return { taken: !element.dispatchEvent(new DragEvent(request.kind, init)) };
};
