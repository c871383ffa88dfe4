"""The README's animation: one self-contained file that shows one frame at a time."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from moving_picture import Frame, animate
from screenshots import PICTURES

SVG = "{http://www.w3.org/2000/svg}"


def screenshot(name: str, text: str) -> str:
    return (
        f'<svg class="rich-terminal" viewBox="0 0 200 100" xmlns="http://www.w3.org/2000/svg">'
        f"<style> .{name}-r1 {{ fill: #ffffff }} .{name}-r2 {{ fill: #{text} }} </style>"
        f'<clipPath id="{name}-line-0"><rect/></clipPath>'
        f'<text class="{name}-r1" clip-path="url(#{name}-line-0)">{text}</text>'
        f'<!-- made by something --><text class="{name}-r2"/></svg>'
    )


def test_frames_follow_each_other_without_a_gap() -> None:
    frames = [
        Frame(screenshot("terminal-1", "000001"), "one", 1.0),
        Frame(screenshot("terminal-2", "000002"), "two", 3.0),
        Frame(screenshot("terminal-3", "000001"), "three", 4.0),
    ]
    picture = animate(frames, still=1)
    root = ElementTree.fromstring(picture)
    assert [group.get("id") for group in root.iter(f"{SVG}g")] == ["f0", "f1", "f2"]
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "words"] == [
        "one",
        "two",
        "three",
    ]
    assert "@keyframes k0 { 0.00% { visibility: visible } 12.50% { visibility: hidden } }" in picture
    hidden = "0% { visibility: hidden }"
    assert f"@keyframes k1 {{ {hidden} 12.50% {{ visibility: visible }} 50.00% {{" in picture
    assert f"@keyframes k2 {{ {hidden} 50.00% {{ visibility: visible }} }}" in picture
    assert "animation: 8s step-end infinite" in picture
    assert picture.count("fill: #ffffff") == 1, "styles are shared"
    assert picture.count("fill: #000001") == 1
    assert "terminal-" not in picture


def test_the_picture_is_one_file_of_a_reasonable_size() -> None:
    picture = (PICTURES / "learn.svg").read_text()
    assert len(picture) < 1_000_000
    frames = re.findall(r'<g class="frame" id="f([0-9]+)">', picture)
    assert len(frames) >= 10
    assert frames == re.findall(r"@keyframes k([0-9]+) ", picture)
    assert set(re.findall(r"https?://[^\"')\s]+", picture)) == {"http://www.w3.org/2000/svg"}
    ElementTree.fromstring(picture)
