// Scrolls once through what will be captured and back to the top, so that lazy pictures load and what is revealed on
// scroll is revealed (F76); tells whether anything changed. Runs in a world of its own; the page is only scrolled.
async (options) => {
  // Named pictures and forms stand in for properties of the document.
  const find = (selector) => Array.from(Document.prototype.querySelectorAll.call(document, selector));
  const element = Object.getOwnPropertyDescriptor(Document.prototype, "scrollingElement").get.call(document);
  const root = element ?? find("html")[0];
  if (!root) return { steps: 0, changed: false };
  const images = () => find("img").filter((image) => {
    if (image.complete) return false;
    const box = image.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
  });
  const frame = () => Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    new Promise((resolve) => setTimeout(resolve, options.frameMs)),
  ]);
  let changes = 0, steps = 0, waitLeft = options.imagesMs;
  const observer = new MutationObserver((records) => { changes += records.length; });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  const through = async (scroller, height) => {
    for (let step = 1; step <= options.steps; step += 1) {
      const target = step * options.overlap * height;
      const end = Math.min(scroller.scrollHeight, options.viewports * height) - height;
      if (target - options.overlap * height >= end) break;
      scroller.scrollTo({ top: Math.min(target, end), behavior: "instant" });
      steps += 1;
      await frame();
      while (waitLeft > 0 && images().length) {
        changes += 1;
        waitLeft -= options.frameMs;
        await new Promise((resolve) => setTimeout(resolve, options.frameMs));
      }
    }
    scroller.scrollTo({ top: 0, behavior: "instant" });
  };
  const inner = () => {
    let best = null, most = 0, seen = 0;
    for (const element of find("body *")) {
      seen += 1;
      if (seen > options.nodes) break;
      if (element.scrollHeight <= element.clientHeight + 1) continue;
      const area = element.clientWidth * element.clientHeight;
      if (area > most && /auto|scroll/.test(getComputedStyle(element).overflowY)) { best = element; most = area; }
    }
    return best;
  };
  const tall = root.scrollHeight > innerHeight + 1;
  if (tall) await through(root, innerHeight);
  else scrollTo({ top: 0, behavior: "instant" });
  const box = inner();
  if (box && box !== root) await through(box, box.clientHeight);
  if (steps) await frame();
  observer.disconnect();
  return { steps, changed: changes > 0 };
}
