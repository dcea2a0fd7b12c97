import { assert, describe, it } from "@effect/vitest"
import { stylesheet } from "../../src/shared/pages/stylesheet.ts"

/** The colours by name, in the light and in the dark. */
const colours = Object.fromEntries(
  [...stylesheet.matchAll(/--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)/g)]
    .map(([, name = "", light = "", dark = ""]) => [name, [light, dark]])
)

/** How bright a colour is (WCAG 2.2, relative luminance). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe("the stylesheet of the realm", () => {
  it("has readable contrasts in the light and the dark scheme", () => {
    for (
      const [text, ground, least] of [
        ["text", "card", 4.5],
        ["text", "page", 4.5],
        ["quiet", "card", 4.5],
        ["wrong", "card", 4.5],
        ["on-wrong", "wrong", 4.5],
        ["right", "card", 4.5],
        ["act", "card", 4.5],
        ["on-act", "act", 4.5],
        ["line", "card", 3],
        ["line", "page", 3]
      ] as const
    ) {
      for (const mode of [0, 1]) {
        const found = contrast(colours[text]?.[mode] ?? "", colours[ground]?.[mode] ?? "")
        assert.isAtLeast(found, least, `${text} on ${ground}, ${mode === 0 ? "light" : "dark"}`)
      }
    }
  })

  it("loads nothing from other sites", () => {
    assert.notMatch(stylesheet, /url\(|@import/)
  })
})
