// Where to point at an element, and what is in the way; never through something that lies above it.
const nothingBehind = (element, hit) => {
  if (insideOf(hit, element)) return true;
  if (hit.closest("label")?.control === element) return true;
  const acting = actingOf(element), hitActs = actingOf(hit);
  if (acting && insideOf(hit, acting)) return true;
  // Words that take no pointer themselves, in something that does.
  if (!acting && insideOf(element, hit) && !/^(BODY|HTML)$/.test(hit.tagName)) return true;
  // A card whose link is stretched over it: people click the text and follow the link.
  if (!hitActs || !hitActs.offsetParent || !insideOf(element, hitActs.offsetParent)) return false;
  const box = hitActs.getBoundingClientRect(), pseudo = styleOf(hitActs).position === "static";
  const area = pseudo ? 0 : box.width * box.height;
  return hitActs.offsetParent.tagName !== "BODY" && area < innerWidth * innerHeight / 2;
};
const coverOf = (hit) => {
  let outer = hit;
  for (let up = hit; up && up.tagName !== "BODY"; up = parentOf(up)) if (/fixed|sticky/.test(styleOf(up).position) || up.matches("dialog,[role=dialog]")) outer = up;
  return spoken(outer);
};
const pointsOf = (rect) => {
  const [left, top, right, bottom] = rect, width = right - left, height = bottom - top;
  return [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75]].map(([x, y]) => [left + width * x, top + height * y]);
};
// What people click for a control that is there for assistive technology only: its label.
const clickable = (element) => {
  const label = element.labels?.[0];
  return label && element.matches("input[type=checkbox],input[type=radio],input[type=file]") && !large(rectOf(element)) ? label : element;
};
const aim = (request) => {
  const found = at(request);
  if (!found) return { gone: true };
  const element = clickable(found);
  let rect = rectOf(element);
  const seen = () => meet(rect, [0, 0, innerWidth, innerHeight]);
  const middle = [(rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2];
  const inSight = large(seen()) && hitAt(...middle) && middle[0] >= 0 && middle[1] >= 0 && middle[0] < innerWidth && middle[1] < innerHeight;
  const outOfScroller = !inSight || !nothingBehind(element, hitAt(...middle));
  if (outOfScroller && request.scroll !== "none") {
    element.scrollIntoView({ block: request.scroll ?? "center", inline: "center", behavior: "instant" });
    rect = rectOf(element);
  }
  const off = found.matches(":disabled") || element.matches(":disabled") || Boolean(element.closest("[aria-disabled=true]")) || Boolean(element.closest("[inert]"));
  if (!large(seen())) return { rect, off, unseen: true };
  let cover = null;
  for (const [x, y] of pointsOf(seen())) {
    const hit = hitAt(x, y);
    if (!hit) continue;
    if (nothingBehind(element, hit)) {
      const acting = actingOf(element);
      return { rect, off, x, y, plain: !acting, native: Boolean(acting?.matches("input,select,textarea,label,summary,option")) };
    }
    cover ??= hit;
  }
  const deaf = styleOf(element).pointerEvents === "none";
  const under = cover && insideOf(element, cover);
  return { rect, off, deaf: deaf && Boolean(under), cover: cover && !(deaf && under) ? coverOf(cover) : null };
};
