"""Demands on a page that everybody can use, measured in Chromium.

Each check gives a list of what is wrong, for people; an empty one is good.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

__all__ = ["Stop", "doubled_ids", "faint_texts", "focus_order", "nameless", "wide_parts"]

#: What has to have a name for people who do not see it.
_NAMED = re.compile(
    "application|button|checkbox|combobox|dialog|grid|image|img|link|listbox|menuitem|option|"
    "progressbar|radio|searchbox|slider|spinbutton|switch|tab|textbox"
)
_CONTRAST, _CONTRAST_OF_LARGE = 4.5, 3.0
#: Pixels of a letter that may have less: those at its edge, half covered by it.
_EDGE = 0.1
#: The share of a text's box that its ink takes at least, if it is seen.
_SEEN = 0.02

#: What has the focus, unless it has had it before.
_FOCUSED = """() => {
  const e = document.activeElement;
  if (e === document.body || visited.has(e)) return null;
  visited.add(e);
  const style = getComputedStyle(e);
  const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  return {
    name: e.ariaLabel || e.labels?.[0]?.innerText.trim() || e.textContent.trim() || e.localName,
    marked: outlined || style.boxShadow !== 'none',
  };
}"""
#: Each visible text: its rectangles, its colour as it is drawn, its size and weight.
_TEXTS = """() => {
  const texts = [];
  const whole = document.querySelector('dialog:modal') || document.body;
  const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim()) continue;
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (element.closest('script, style, desc, title, defs')) continue;
    if (element.closest('[disabled], [aria-disabled=true]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const style = getComputedStyle(element);
    const svg = element instanceof SVGElement;
    let opacity = svg ? +style.fillOpacity : 1;
    for (let above = element; above; above = above.parentElement)
      opacity *= +getComputedStyle(above).opacity;
    const scale = svg ? element.getScreenCTM().a : 1;
    texts.push({
      text: node.data.trim().slice(0, 40),
      boxes: [...range.getClientRects()].map(
        box => [box.x + scrollX, box.y + scrollY, box.width, box.height]),
      colour: svg ? style.fill : style.color,
      opacity,
      size: parseFloat(style.fontSize) * scale,
      bold: +style.fontWeight >= 700,
    });
  }
  return texts;
}"""
#: Puts a copy of what each `<use>` shows in its place, where its texts can be found, or undoes it.
_COPY = """wanted => {
  for (const use of document.querySelectorAll('use')) {
    if (wanted) {
      const copy = document.createElementNS(use.namespaceURI, 'g');
      const symbol = document.querySelector(use.getAttribute('href'));
      copy.setAttribute('transform', `translate(${use.x.baseVal.value} ${use.y.baseVal.value})`);
      copy.className.baseVal = use.className.baseVal;
      copy.append(symbol.cloneNode(true));
      use.after(copy);
    } else use.nextSibling.remove();
    use.style.display = wanted ? 'none' : '';
  }
}"""
#: Takes the ink of all texts away, or gives it back, without touching anything else.
_HIDE = """hidden => {
  const sheet = new CSSStyleSheet();
  if (hidden) sheet.replaceSync(
    '* { -webkit-text-fill-color: transparent !important; caret-color: transparent !important; }' +
    'text, tspan { fill: transparent !important; }');
  document.adoptedStyleSheets = hidden ? [sheet] : [];
}"""
#: Ends what moves, after all letters have come.
_REST = """async () => {
  await document.fonts.ready;
  for (const animation of document.getAnimations())
    if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
    else animation.cancel();
}"""


#: Has a page draw what it leaves out as long as it is out of sight.
_DRAW_ALL = """() => {
  for (const element of document.querySelectorAll('*')) {
    const { contentVisibility } = getComputedStyle(element);
    if (contentVisibility === 'auto') element.style.contentVisibility = 'visible';
  }
}"""


class Stop(NamedTuple):
    """A control that the Tab key reaches, and whether it is marked as having the focus."""

    name: str
    marked: bool


def nameless(page: Page) -> list[str]:
    """Controls and pictures without a name, as Chromium tells assistive technology."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    return [
        f"{role} without a name"
        for node in nodes
        if not node["ignored"]
        and _NAMED.fullmatch(role := node["role"]["value"].lower())
        and not node.get("name", {}).get("value", "").strip()
    ]


def doubled_ids(page: Page) -> list[str]:
    """Ids of different elements; equal symbols of two pictures may share one."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll('[id]')].filter(
          element => !element.isEqualNode(document.getElementById(element.id))).map(e => e.id)"""
    )
    return found


def wide_parts(page: Page | Frame) -> list[str]:
    """Return the elements that make the page scroll sideways."""
    found: list[str] = page.evaluate(
        """() => {
          const room = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= room) return [];
          const wide = [...document.querySelectorAll('body *')].filter(
            e => e.getBoundingClientRect().right > room + 0.5);
          return wide.slice(0, 5).map(e => `<${e.localName} class="${e.getAttribute('class')}">`)
            .concat(`${document.documentElement.scrollWidth} px in a window of ${room} px`);
        }"""
    )
    return found


def faint_texts(page: Page) -> list[str]:
    """Texts with too little contrast against what is really drawn behind them.

    A page is photographed with and without its letters: where the two differ is ink, and what the
    second shows there is its ground. Large letters (24 px, or bold 18.7 px) need 3 : 1, all others
    4.5 : 1.
    """
    page.evaluate(_DRAW_ALL)
    page.evaluate(_COPY, True)
    texts = page.evaluate(_TEXTS)
    inked = _photograph(page)
    page.evaluate(_HIDE, True)
    bare = _photograph(page)
    page.evaluate(_HIDE, False)
    page.evaluate(_COPY, False)
    return list(_faint(texts, inked, bare))


def _faint(
    texts: list[dict[str, Any]], inked: np.ndarray[Any, Any], bare: np.ndarray[Any, Any]
) -> Iterator[str]:
    for text in texts:
        ink, alpha = _colour(text["colour"])
        alpha *= text["opacity"]
        grounds = []
        for x, y, width, height in text["boxes"]:
            part = np.s_[max(int(y), 0) : int(y + height) + 1, max(int(x), 0) : int(x + width) + 1]
            grounds.append(bare[part][(inked[part] != bare[part]).any(axis=-1)])
        ground = np.concatenate(grounds or [np.zeros((0, 3))]).astype(float)
        if len(ground) < _SEEN * sum(width * height for _, _, width, height in text["boxes"]):
            continue  # something stands before it
        drawn = ink * alpha + ground * (1 - alpha)
        contrast = float(np.quantile(_contrast(drawn, ground), _EDGE))
        large = text["size"] >= 24 or (text["bold"] and text["size"] >= 18.66)
        if contrast < (_CONTRAST_OF_LARGE if large else _CONTRAST):
            yield f"{text['text']!r} {text['colour']}: contrast {contrast:.2f}"


def _photograph(page: Page) -> np.ndarray[Any, Any]:
    """Return the whole page at rest; packed for speed it takes half the time of a screenshot."""
    page.evaluate(_REST)
    client = page.context.new_cdp_session(page)
    size = client.send("Page.getLayoutMetrics")["cssContentSize"]
    shot = client.send(
        "Page.captureScreenshot",
        {"optimizeForSpeed": True, "captureBeyondViewport": True, "clip": {**size, "scale": 1}},
    )
    client.detach()
    picture = Image.open(io.BytesIO(base64.b64decode(shot["data"])))
    assert picture.size == (size["width"], size["height"])
    return np.asarray(picture.convert("RGB"))


def _colour(css: str) -> tuple[np.ndarray[Any, Any], float]:
    """Red, green and blue from 0 to 255, and how opaque it is, of a computed colour."""
    numbers = [float(number) for number in re.findall(r"[\d.]+", css)]
    assert css.startswith("rgb"), css
    return np.array(numbers[:3]), numbers[3] if len(numbers) == 4 else 1.0


def _contrast(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """As the Web Content Accessibility Guidelines define it."""
    a, b = _luminance(one), _luminance(other)
    ratio: np.ndarray[Any, Any] = (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)
    return ratio


def _luminance(colours: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    share = colours / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    luminance: np.ndarray[Any, Any] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return luminance


def focus_order(page: Page, most: int = 200) -> list[Stop]:
    """Return the stops of the Tab key from the present focus, one after the other."""
    page.evaluate("window.visited = new Set()")
    stops: list[Stop] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(_FOCUSED)
        if found is None:
            return stops
        stops.append(Stop(**found))
    raise AssertionError(f"Tab does not come round: {stops}")
