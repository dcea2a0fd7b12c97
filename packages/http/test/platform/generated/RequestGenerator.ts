import { hostileHeaders, hostileParameters, hostileValues, RawJson } from "./hostileValues.ts"
import { Random } from "./Random.ts"
import { sampleBody } from "./sampleBodies.ts"
import { KnownObjects, SchemaValues } from "./SchemaValues.ts"

export interface GeneratedRequest {
  readonly operation: string
  readonly method: string
  /** Path and query, encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly schema: any }>
  readonly bodies: ReadonlyArray<readonly [mediaType: string, schema: any]>
}

/**
 * Generates requests for the operations of an OpenAPI document, reproducible by seed and responses. A third follow the
 * document; the others have mutations of path, query, headers or body.
 */
export class RequestGenerator {
  readonly known = new KnownObjects()
  readonly #operations: ReadonlyArray<Operation>
  readonly #random: Random
  readonly #values: SchemaValues

  constructor(document: any, seed: number) {
    this.#random = new Random(seed)
    this.#values = new SchemaValues(document.components.schemas, this.#random, this.known)
    this.#operations = operationsOf(document)
  }

  /** A request for an operation, by default a random one. */
  next(id?: string): GeneratedRequest {
    const random = this.#random
    const operation = this.#operations.find((one) => one.id === id) ?? random.pick(this.#operations)
    const isMutated = random.chance(0.67)
    // Fewer removals, so that objects remain for other requests.
    if (operation.method === "DELETE" && random.chance(0.8)) return this.next(id)
    const mutates = (probability: number) => isMutated && random.chance(probability)
    const [mediaType, schema] = operation.bodies.length === 0 ? ["application/json"] : random.pick(operation.bodies)
    return {
      operation: operation.id,
      method: operation.method,
      path: this.#path(operation, mutates(0.2)) + this.#query(operation, mutates(0.4)),
      body: schema === undefined
        ? mutates(0.1) ? this.#encoded(random.pick(hostileValues)) : undefined
        : this.#body(operation.id, mediaType, schema, mutates(0.75)),
      headers: {
        ...(schema === undefined ? {} : { "content-type": mediaType }),
        ...this.#headers(operation),
        ...(mutates(0.25) ? random.pick(hostileHeaders) : {})
      }
    }
  }

  #path({ parameters, path }: Operation, isMutated: boolean): string {
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)
    const odd = isMutated && names.length > 0 ? this.#random.pick(names) : undefined
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (name === odd) return this.#random.pick(hostileParameters)
      const schema = parameters.find((one) => one.in === "path" && one.name === name)?.schema ?? { type: "string" }
      return encodeURIComponent(String(this.#values.of(schema, name)))
    })
  }

  #query({ parameters }: Operation, isMutated: boolean): string {
    const random = this.#random
    const pairs = parameters.filter((one) => one.in === "query" && random.chance(0.25)).flatMap(({ name, schema }) =>
      [this.#values.of(schema, name)].flat().map((value) => `${name}=${encodeURIComponent(String(value))}`)
    )
    if (isMutated) {
      const names = parameters.filter((one) => one.in === "query").map(({ name }) => name)
      const name = random.pick([...names, ...names, "unknown", "%00", "__proto__", "a[b][c]", ""])
      const notation = random.pick(["", "", "", "[]", "[0]", "%5B1%5D", "[x]"])
      const count = random.pick([1, 1, 1, 2, 300])
      for (let index = 0; index < count; index++) pairs.push(`${name}${notation}=${random.pick(hostileParameters)}`)
    }
    return pairs.length === 0 ? "" : `?${pairs.join("&")}`
  }

  #headers({ parameters }: Operation): Record<string, string> {
    const random = this.#random
    return Object.fromEntries(
      parameters.filter((one) => one.in === "header" && random.chance(0.2))
        .map(({ name, schema }) => [name.toLowerCase(), String(this.#values.of(schema, name))])
    )
  }

  #body(operation: string, mediaType: string, schema: any, isMutated: boolean): string | undefined {
    const random = this.#random
    const sample = /json|form-urlencoded$/.test(mediaType) && random.chance(0.7)
      ? sampleBody(operation, this.known, random)
      : undefined
    const value = sample ?? this.#values.of(schema)
    if (mediaType === "application/x-www-form-urlencoded") {
      const form = new URLSearchParams(Object.entries(value ?? {}).map(([name, member]) => [name, String(member)]))
      return isMutated ? `${form}&${random.pick(hostileParameters)}=${random.pick(hostileParameters)}` : form.toString()
    }
    if (!mediaType.endsWith("json")) return isMutated ? this.#encoded(random.pick(hostileValues)) : String(value)
    if (!isMutated) return this.#encoded(value)
    const mutated = this.#mutated(value, random.below(3) + 1)
    const text = this.#encoded(mutated)
    switch (random.below(20)) {
      case 0:
        return text.slice(0, random.below(text.length + 1))
      case 1:
        return `\ufeff${text}`
      case 2:
        return text + text
      case 3:
        return undefined
      default:
        return text
    }
  }

  /** Value with `count` members replaced, removed or added. */
  #mutated(value: unknown, count: number): unknown {
    return count === 0 ? value : this.#mutated(this.#changed(value, 0), count - 1)
  }

  #changed(value: unknown, depth: number): unknown {
    const random = this.#random
    const isCompound = typeof value === "object" && value !== null && !(value instanceof RawJson)
    if (!isCompound || random.chance(depth === 0 ? 0.05 : 0.2)) return random.pick(hostileValues)
    if (Array.isArray(value)) {
      if (value.length === 0 || random.chance(0.2)) return [...value, random.pick(hostileValues)]
      const at = random.below(value.length)
      return value.map((item, index) => index === at ? this.#changed(item, depth + 1) : item)
    }
    const entries = Object.entries(value)
    if (entries.length === 0 || random.chance(0.1)) {
      return { ...value, [random.pick(["unknown", "", "__proto__x", "constructor"])]: random.pick(hostileValues) }
    }
    const [name, member] = random.pick(entries)
    if (random.chance(0.15)) return Object.fromEntries(entries.filter(([other]) => other !== name))
    return { ...value, [name]: this.#changed(member, depth + 1) }
  }

  #encoded(value: unknown): string {
    if (value instanceof RawJson) return value.text
    if (Array.isArray(value)) return `[${value.map((item) => this.#encoded(item)).join(",")}]`
    if (typeof value === "object" && value !== null) {
      return `{${
        Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${this.#encoded(item)}`).join(",")
      }}`
    }
    return JSON.stringify(value) ?? "null"
  }
}

const operationsOf = (document: any): ReadonlyArray<Operation> =>
  Object.entries<any>(document.paths).flatMap(([path, item]) =>
    Object.entries<any>(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      bodies: Object.entries<any>(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
        [type, schema] as const
      )
    }))
  )
