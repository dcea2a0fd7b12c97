import type { XmlElement } from "../xml/XmlElement.ts"
import type { OtherExtension } from "./CommandExtension.ts"
import { CommandRefused } from "./CommandProblem.ts"
import { present } from "./present.ts"

/** The elements of a command's `extension`; each is consumed by its reader. */
export class CommandExtensions {
  readonly #left: Array<XmlElement>
  readonly #trees: ReadonlySet<string>

  /** `trees` are namespaces without a codec that the server accepts. */
  constructor(elements: ReadonlyArray<XmlElement>, trees: ReadonlySet<string>) {
    this.#left = [...elements]
    this.#trees = trees
  }

  get isEmpty(): boolean {
    return this.#left.length === 0
  }

  /** Reads the element with that name, if present. Throws `CommandRefused` (2002) for two of them. */
  take<A>(namespace: string, name: string, read: (element: XmlElement) => A): A | undefined {
    const index = this.#left.findIndex((element) => element.namespace === namespace && element.name === name)
    const [element] = index === -1 ? [] : this.#left.splice(index, 1)
    if (element === undefined) return undefined
    const second = this.#left.find((other) => other.namespace === namespace && other.name === name)
    if (second !== undefined) throw new CommandRefused(2002, `extension has ${name} twice`, second)
    return read(element)
  }

  /** The remaining trees. Throws `CommandRefused` (2103) for an element without a reader. */
  others(): ReadonlyArray<XmlElement> | undefined {
    const unknown = this.#left.find(({ namespace }) => !this.#trees.has(namespace))
    if (unknown !== undefined) {
      throw new CommandRefused(2103, `The extension ${unknown.name} is not supported with this command`, unknown)
    }
    return this.isEmpty ? undefined : this.#left
  }

  /** The extension of a command that supports only trees. */
  onlyOthers(): OtherExtension | undefined {
    return this.isEmpty ? undefined : present({ other: this.others() })
  }
}
