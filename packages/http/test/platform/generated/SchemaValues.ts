import type { Random } from "./Random.ts"

type Json = Readonly<Record<string, any>>

/** Kind of an object's name, by the member that is its id. */
const kinds = { domain_id: "domain", dns_zone_id: "zone", host_id: "host" } as const

type Kind = (typeof kinds)[keyof typeof kinds]

/** Existing objects: ids by prefix, names by kind, serials of zones, and secrets of credentials. */
export class KnownObjects {
  readonly #lists = new Map<string, Array<string>>()

  /** Remembers the ids, names and secrets in a response, some hundred of each kind. */
  learn(value: unknown): void {
    if (typeof value === "string") {
      const prefix = /^([a-z_]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/.exec(value)?.[1]
      if (prefix !== undefined) this.#remember(prefix, value)
    } else if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) this.learn(item)
    } else if (typeof value === "object" && value !== null) {
      this.#learnNames(value as Json)
      for (const member of Object.values(value)) this.learn(member)
    }
  }

  id(prefix: string, random: Random): string {
    return this.#pick(prefix, random) ?? `${prefix}_01h455vb4pex5vsknk084sn02q`
  }

  /** Name of an object, sometimes with a final dot. */
  name(kind: Kind, random: Random): string {
    return this.#pick(`${kind} name`, random) ?? this.freshName(random)
  }

  serial(random: Random): number {
    return Number(this.#pick("serial", random) ?? 2_026_010_100)
  }

  /** Body for a token of a credential. */
  grant(random: Random): object | undefined {
    const client = this.#pick("client", random)
    return client === undefined ? undefined : { grant_type: "client_credentials", ...JSON.parse(client) }
  }

  freshName(random: Random): string {
    return `generated${random.below(100_000)}.${random.pick(["com", "com", "com", "de", "se", "example"])}`
  }

  #pick(list: string, random: Random): string | undefined {
    const entries = this.#lists.get(list) ?? []
    return entries.length > 0 && random.chance(0.9) ? random.pick(entries) : undefined
  }

  #learnNames(value: Json): void {
    const { client_id, client_secret } = value
    if (typeof client_secret === "string") this.#remember("client", JSON.stringify({ client_id, client_secret }))
    for (const [id, kind] of Object.entries(kinds)) {
      const name = value["name"] ?? value["hostname"]
      if (typeof value[id] === "string" && typeof name === "string") this.#remember(`${kind} name`, name)
    }
    if (typeof value["serial"] === "number") this.#remember("serial", String(value["serial"]))
  }

  #remember(name: string, value: string): void {
    const list = this.#lists.get(name) ?? []
    this.#lists.set(name, list)
    if (list.includes(value)) return
    list.push(value)
    if (list.length > remembered) list.shift()
  }
}

const remembered = 100

const texts: ReadonlyArray<readonly [pattern: RegExp, values: ReadonlyArray<string>]> = [
  [/email/, ["ada@example.com", "b@example.org"]],
  [/phone|fax|voice/, ["+49.301234567", "+1.5555555555"]],
  [/country/, ["DE", "US", "FR"]],
  [/postal/, ["10115", "90210"]],
  [/url/, ["https://receiver.example/hook"]],
  [/address|ip/, ["9.9.9.9", "2620:fe::fe"]],
  [/rdata/, [
    "192.0.2.1",
    "2001:db8::1",
    "10 mail.example.com.",
    "www.example.com.",
    "\"text\"",
    "0 issue \"ca.example\""
  ]],
  [/master_file/, ["$ORIGIN example.com.\n@ 3600 IN A 192.0.2.1\nwww 300 IN CNAME @\n"]],
  [/locale/, ["en_US"]],
  [/currency/, ["EUR"]],
  [/price/, ["12.34"]],
  [/auth_code/, ["Secret-Code-123"]],
  [/password/, ["correct horse battery"]],
  [/grant_type/, ["client_credentials"]]
]

/** Generates values that match JSON Schemas of a document. */
export class SchemaValues {
  readonly #schemas: Json
  readonly #random: Random
  readonly #known: KnownObjects

  constructor(schemas: Json, random: Random, known: KnownObjects) {
    this.#schemas = schemas
    this.#random = random
    this.#known = known
  }

  of(schema: Json, name = "", depth = 0): unknown {
    const random = this.#random
    const referred = /^(domain|host)_reference$/.exec(name)?.[1] as "domain" | "host" | undefined
    if (referred !== undefined) {
      return random.chance(0.5)
        ? this.#known.id(referred, random)
        : this.#known.name(referred, random)
    }
    if (typeof schema["$ref"] === "string") {
      return this.of(this.#schemas[schema["$ref"].split("/").at(-1) ?? ""] ?? {}, name, depth)
    }
    if ("const" in schema) return schema["const"]
    if (Array.isArray(schema["enum"])) return random.pick(schema["enum"])
    const forms = schema["anyOf"] ?? schema["oneOf"]
    if (Array.isArray(forms)) {
      return this.of({ ...schema, anyOf: undefined, oneOf: undefined, ...random.pick(forms) }, name, depth)
    }
    if (Array.isArray(schema["allOf"])) {
      return this.of(Object.assign({}, { ...schema, allOf: undefined }, ...schema["allOf"]), name, depth)
    }
    const type: unknown = Array.isArray(schema["type"]) ? random.pick(schema["type"]) : schema["type"]
    switch (type) {
      case "null":
        return null
      case "boolean":
        return random.chance(0.5)
      case "integer":
      case "number":
        return this.#number(schema, name)
      case "array": {
        const count = Math.max(schema["minItems"] ?? 0, depth > 4 ? 0 : random.below(4))
        return Array.from({ length: count }, () => this.of(schema["items"] ?? {}, name, depth + 1))
      }
      case "string":
        return this.#text(schema, name)
      case "object":
        return this.#object(schema, depth)
      default:
        return schema["properties"] === undefined ? random.pick(["x", 1, true, null]) : this.#object(schema, depth)
    }
  }

  #object({ additionalProperties, properties = {}, required = [] }: Json, depth: number): unknown {
    const members = Object.entries<Json>(properties)
      .filter(([name]) => required.includes(name) || (depth < 5 && this.#random.chance(0.4)))
      .map(([name, member]) => [name, this.of(member, name, depth + 1)])
    const others = typeof additionalProperties === "object" && Object.keys(properties).length === 0
      ? [[`key${this.#random.below(9)}`, this.of(additionalProperties, "", depth + 1)]]
      : []
    return Object.fromEntries([...members, ...others])
  }

  #number({ maximum = 100, minimum = 0, type }: Json, name: string): number {
    if (name === "value") return 1
    if (name === "serial") return this.#known.serial(this.#random)
    const number = minimum + this.#random.next() * (Math.min(maximum, minimum + 1000) - minimum)
    return type === "number" && this.#random.chance(0.3) ? number : Math.round(number)
  }

  #text({ format, maxLength, minLength = 0, pattern }: Json, name: string): string {
    const random = this.#random
    const prefix = /^\^([a-z_]+)_\[/.exec(pattern ?? "")?.[1]
    if (prefix !== undefined) return this.#known.id(prefix, random)
    if (format === "date-time" || /_(?:after|before|on|at)$/.test(name)) {
      return random.pick(["2026-01-01T00:00:00Z", "2030-05-05T05:05:05.123+02:00", "2026-02-28"])
    }
    if (format === "date") return random.pick(["2026-01-01", "2026-02-28", "2026-06-30"])
    if (name === "tld") return random.pick(["com", "de", "se"])
    if (name === "zone_name") return this.#known.name("zone", random)
    if (/^(?:hostnames?|nameservers?)$/.test(name)) return this.#known.name("host", random)
    if (/^(?:name|domains?)$/.test(name)) return this.#known.name("domain", random)
    const values = texts.find(([pattern]) => pattern.test(name))?.[1]
    if (values !== undefined) return random.pick(values)
    const text = `${name === "" ? "text" : name.replaceAll(/[^a-z]/g, "")}${random.below(1000)}`
    return text.padEnd(minLength, "x").slice(0, maxLength ?? undefined)
  }
}
