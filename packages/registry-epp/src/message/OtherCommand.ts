import type { XmlElement } from "../xml/XmlElement.ts"
import type { OtherExtension } from "./CommandExtension.ts"

/** An update with an element of the registry's own in place of an object mapping, for example Nominet's release. */
export interface OtherUpdate {
  readonly _tag: "OtherUpdate"
  readonly element: XmlElement
  readonly extension?: OtherExtension
}
