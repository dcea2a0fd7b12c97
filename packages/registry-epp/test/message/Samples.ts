import type { Draw } from "../../../core/test/dns/Draw.ts"
import type { AuthInfo, EppAddress, EppStatus } from "../../src/message/DomainCommand.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"

const letters = "abcdefghijklmnopqrstuvwxyz"
/** Some that XML has to escape, and some of two and four octets. */
const characters = `${letters}0123456789-_.&<>"'\u00e9\u20ac]`

/** Values of the types that EPP's schemas share, each within its limits. */
export const samples = (draw: Draw) => {
  const word = (): string => draw.chance(5) ? "\u{1f600}" : draw.text(characters, 1 + draw.below(12))
  const length = (min: number, max: number): number => min + draw.below(max - min + 1)
  return {
    /** A token: words with single spaces between them. */
    text: (): string => draw.times(1 + draw.below(5), word).join(" "),
    /** A token of at most 32 characters. */
    reason: (): string => draw.text(characters, 1 + draw.below(32)),
    label: (): string => `${draw.text(letters, 1 + draw.below(40))}.${draw.pick(["test", "example", "xn--p1ai"])}`,
    clientId: (): string => draw.text(`${letters}0123456789-_`, length(3, 16)),
    transactionId: (): string => draw.text(`${letters}0123456789-`, length(3, 64)),
    roid: (): string =>
      `${draw.text(`${letters}0123456789_`, length(1, 80))}-${draw.text(letters.toUpperCase(), length(1, 8))}`,
    moment: (): string =>
      draw.pick([
        "2026-11-22T13:00:00Z",
        "2024-02-29T23:59:59.999Z",
        "1999-12-31T00:00:00+05:30",
        "2031-01-01T12:00:00"
      ]),
    /** Any text with the spaces it has; also none at all. */
    password: (): string => draw.pick(["", " leading", "two  spaces ", draw.text(characters, 1 + draw.below(30))]),
    maybe: <A>(make: () => A): A | undefined => draw.chance(50) ? make() : undefined,
    some: <A>(min: number, max: number, make: () => A): ReadonlyArray<A> => draw.times(length(min, max), make),
    authInfo: (): AuthInfo => ({
      password: draw.pick(["", " a ", "a  b", draw.text(characters, 12)]),
      ...(draw.chance(30) ? { roid: `${draw.text(letters, 8)}-X` } : {})
    }),
    address: (): EppAddress =>
      draw.chance(50)
        ? { version: "v4", address: `192.0.2.${draw.below(256)}` }
        : { version: "v6", address: `2001:db8::${draw.below(10_000)}` },
    /** A status with one of these names. */
    status: (names: readonly [string, ...ReadonlyArray<string>]): EppStatus => ({
      status: draw.pick(names),
      ...(draw.chance(30) ? { text: word() } : {})
    }),
    /** An element of an extension that the schemas know and the codecs do not. */
    tree: (): XmlElement => {
      const namespace = "urn:ietf:params:xml:ns:idn-1.0"
      const attributes: Record<string, string> = Object.create(null)
      const part = (name: string): XmlElement => ({ namespace, name, attributes, text: word(), children: [] })
      return { namespace, name: "data", attributes, text: "", children: [part("table"), part("uname")] }
    },
    /** An element of no schema at all. */
    foreign: (): XmlElement => {
      const attributes: Record<string, string> = Object.assign(Object.create(null), { y: word() })
      const leaf: XmlElement = {
        namespace: draw.pick(["urn:x", ""]),
        name: "leaf",
        attributes,
        text: word(),
        children: []
      }
      return { namespace: draw.pick(["urn:x", "urn:y"]), name: "x-1", attributes, text: word(), children: [leaf, leaf] }
    }
  }
}

export type Samples = ReturnType<typeof samples>
