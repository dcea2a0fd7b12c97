import { Draw } from "../../../core/test/dns/Draw.ts"

/** Draws values of the simple types that the schemas of EPP use, odd ones among them. */
export class SampleText extends Draw {
  /** A token: characters of many scripts and of XML's own, no white space but single spaces inside. */
  token(min: number, max: number): string {
    const length = min + this.below(Math.min(max, min + 24) - min + 1)
    const characters = this.times(length, () => this.pick([...tokenCharacters]))
    // White space at an end or beside other white space does not survive the type.
    return characters.map((character, at) => {
      const isInside = at > 0 && at < length - 1 && characters[at - 1] !== " "
      return character === " " && !isInside ? "x" : character
    }).join("")
  }

  /** An identifier as registries make them: letters and digits. */
  id(min: number, max: number): string {
    return this.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", min + this.below(max - min + 1))
  }

  roid(): string {
    return `${this.text("ABC123_", 1 + this.below(10))}-${this.text("REP1", 1 + this.below(8))}`
  }

  name(): string {
    return `${this.text("abcdefghij0123456789", 1 + this.below(20))}.${
      this.pick(["test", "example", "xn--p1ai", "co.example"])
    }`
  }

  moment(): string {
    const two = (bound: number) => String(1 + this.below(bound)).padStart(2, "0")
    return `20${two(60)}-${two(12)}-${two(28)}T${two(23)}:${two(59)}:${two(59)}${
      this.pick(["Z", ".0Z", ".123Z", "+01:00"])
    }`
  }

  /** A decimal without a sign. */
  amount(): string {
    return this.pick([
      String(this.below(1000)),
      `${this.below(1000)}.${this.text("0123456789", 2)}`,
      "0",
      "0.00",
      "12."
    ])
  }

  /** The value half of the time. */
  maybe<A>(make: () => A): A | undefined {
    return this.chance(50) ? make() : undefined
  }

  /** `min` to `max` values. */
  some<A>(min: number, max: number, make: () => A): ReadonlyArray<A> {
    return this.times(min + this.below(max - min + 1), make)
  }
}

const tokenCharacters = [
  "a",
  "B",
  "7",
  " ",
  "-",
  "_",
  ".",
  "&",
  "<",
  ">",
  "\"",
  "'",
  "]",
  "é",
  "ß",
  "你",
  "א",
  "😀"
] as const
