import type { XmlElement } from "../xml/XmlElement.ts"
import type { OtherExtension } from "./CommandExtension.ts"

/** An update of the registry's own, in the place of an object's: Nominet's release of a name is one. */
export interface OtherUpdate {
  readonly _tag: "OtherUpdate"
  readonly element: XmlElement
  readonly extension?: OtherExtension
}
