// Roles: explicit, or implied by the element (HTML-AAM); where HTML implies none, what people take the element for.
const IMPLIED = {
  ARTICLE: "article", ASIDE: "complementary", BLOCKQUOTE: "blockquote", BUTTON: "button", CAPTION: "caption",
  CODE: "code", DATALIST: "listbox", DD: "definition", DEL: "deletion", DETAILS: "group", DFN: "term",
  DIALOG: "dialog", DT: "term", EM: "emphasis", FIELDSET: "group", FIGURE: "figure", FORM: "form", H1: "heading",
  H2: "heading", H3: "heading", H4: "heading", H5: "heading", H6: "heading", HR: "separator", INS: "insertion",
  MAIN: "main", MATH: "math", MENU: "list", METER: "meter", NAV: "navigation", OL: "list", OPTGROUP: "group",
  OPTION: "option", OUTPUT: "status", P: "paragraph", PROGRESS: "progressbar", SEARCH: "search", STRONG: "strong",
  SUB: "subscript", SUMMARY: "button", SUP: "superscript", TABLE: "table", TBODY: "rowgroup", TEXTAREA: "textbox",
  TFOOT: "rowgroup", THEAD: "rowgroup", TIME: "time", TR: "row", UL: "list", LI: "listitem",
};
const INPUTS = {
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox", email: "textbox", tel: "textbox", text: "textbox",
  url: "textbox", password: "textbox", hidden: "", color: "", file: "", date: "textbox", time: "textbox",
  month: "textbox", week: "textbox", "datetime-local": "textbox",
};
const SECTIONS = "article, aside, main, nav, section";
const impliedRole = (element) => {
  const tag = element.tagName.toUpperCase();
  switch (tag) {
    case "A": case "AREA": return element.hasAttribute("href") ? "link" : "";
    case "HEADER": return element.closest(SECTIONS) ? "" : "banner";
    case "FOOTER": return element.closest(SECTIONS) ? "" : "contentinfo";
    case "IMG": return element.getAttribute("alt") === "" ? "" : "img";
    case "SVG": return element.hasAttribute("aria-label") || element.querySelector(":scope > title") ? "img" : "";
    case "SECTION": return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") ? "region" : "";
    case "SELECT": return element.multiple || element.size > 1 ? "listbox" : "combobox";
    case "TD": return element.closest("[role=grid],[role=treegrid]") ? "gridcell" : "cell";
    case "TH": return element.scope === "row" || element.scope === "rowgroup" ? "rowheader" : "columnheader";
    case "INPUT": {
      const role = INPUTS[element.type] ?? "textbox";
      return element.list && (role === "textbox" || role === "searchbox") ? "combobox" : role;
    }
    default: return IMPLIED[tag] ?? (element.hasAttribute("contenteditable") && element.isContentEditable ? "textbox" : "");
  }
};
const roleOf = (element) => {
  const given = element.getAttribute("role");
  if (!given) return impliedRole(element);
  const [first] = given.trim().toLowerCase().split(/\s+/);
  if (first === "none" || first === "presentation" || first === "generic") return "";
  return first === "image" ? "img" : first;
};
