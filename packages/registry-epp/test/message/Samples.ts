import type { AuthInfo, EppAddress, EppStatus } from "../../src/message/DomainCommand.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"
import type { SampleText } from "./SampleText.ts"

/** Values of the types that several schemas of EPP share, each within its limits. */
export const samples = (draw: SampleText) => ({
  text: (): string => draw.token(1, 40),
  /** `eppcom:reasonType`. */
  reason: (): string => draw.token(1, 32),
  label: (): string => draw.name(),
  clientId: (): string => draw.id(3, 16),
  transactionId: (): string => draw.id(3, 64),
  roid: (): string => draw.roid(),
  moment: (): string => draw.moment(),
  /** Any text with the spaces it has; also none at all. */
  password: (): string => draw.pick(["", " leading", "two  spaces ", draw.token(1, 30)]),
  authInfo: (): AuthInfo => ({
    password: draw.pick(["", " a ", "a  b", draw.token(12, 12)]),
    ...(draw.chance(30) ? { roid: draw.roid() } : {})
  }),
  address: (): EppAddress =>
    draw.chance(50)
      ? { version: "v4", address: `192.0.2.${draw.below(256)}` }
      : { version: "v6", address: `2001:db8::${draw.below(10_000)}` },
  /** A status with one of these names. */
  status: (names: readonly [string, ...ReadonlyArray<string>]): EppStatus => ({
    status: draw.pick(names),
    ...(draw.chance(30) ? { text: draw.token(1, 20) } : {})
  }),
  maybe: <A>(make: () => A): A | undefined => draw.maybe(make),
  some: <A>(min: number, max: number, make: () => A): ReadonlyArray<A> => draw.some(min, max, make),
  /** An element of an extension that the schemas know and the codecs do not. */
  tree: (): XmlElement => {
    const namespace = "urn:ietf:params:xml:ns:idn-1.0"
    const part = (name: string): XmlElement => ({
      namespace,
      name,
      attributes: {},
      text: draw.token(1, 20),
      children: []
    })
    return { namespace, name: "data", attributes: {}, text: "", children: [part("table"), part("uname")] }
  },
  /** An element of no schema at all. */
  foreign: (): XmlElement => {
    const leaf: XmlElement = {
      namespace: draw.pick(["urn:x", ""]),
      name: "leaf",
      attributes: { y: draw.token(0, 20) },
      text: draw.token(0, 20),
      children: []
    }
    return { namespace: draw.pick(["urn:x", "urn:y"]), name: "x-1", attributes: {}, text: " ", children: [leaf, leaf] }
  }
})
