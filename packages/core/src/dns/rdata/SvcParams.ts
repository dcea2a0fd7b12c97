import type { Field } from "./Field.ts"
import { flaw, type RdataProblem } from "./RdataProblem.ts"
import { type SvcParam, svcParamKey, svcParamKeys, svcParamName } from "./SvcParam.ts"
import { parseSvcParamValue, svcParamValue } from "./SvcParamValue.ts"
import type { TextReader, Token } from "./TextReader.ts"

/** Parses `name=value` or `name="value"`; a name alone has no value. */
const readParam = (reader: TextReader, field: string, token: Token): SvcParam | undefined => {
  const [, name = "", , value = "", quotedValue] = /^([^="]*)(=("(.*)"|.*))?$/s.exec(token.text) ?? []
  const key = token.quoted ? undefined : svcParamKey(name)
  if (key === undefined) {
    reader.report("svcb_parameter", field, token.at, "A parameter must be a known name or keyNNNNN, an = and its value")
    return undefined
  }
  const octets = parseSvcParamValue(name, key, quotedValue ?? value)
  if (octets !== undefined && svcParamValue(key).isValid(octets)) return { key, value: octets }
  reader.report("svcb_value", name, token.at, `The value of ${name} must be ${svcParamValue(key).expected}`)
  return { key, value: new Uint8Array(0) }
}

const byKey = (left: SvcParam, right: SvcParam): number => left.key - right.key

/** Parameters of a service in the order of their keys, as on the wire (RFC 9460, section 2.2). */
export const svcParams: Field<ReadonlyArray<SvcParam>> = {
  read: (reader, field) => {
    const params: Array<SvcParam> = []
    while (reader.more()) {
      const token = reader.parameter(field)
      if (token === undefined) break
      const param = readParam(reader, field, token)
      if (param !== undefined) params.push(param)
    }
    return params.toSorted(byKey)
  },
  text: (params) =>
    params.map(({ key, value }) => {
      const text = svcParamValue(key).text(value)
      return text === "" ? svcParamName(key) : `${svcParamName(key)}=${text}`
    }).join(" "),
  encode: (params, writer) => {
    for (const { key, value } of params) {
      writer.integer(2, key)
      writer.integer(2, value.length)
      writer.octets(value)
    }
  },
  decode: (reader, field) => {
    const params: Array<SvcParam> = []
    while (reader.remaining > 0) {
      const key = reader.integer(2, field)
      const value = reader.octets(reader.integer(2, field), field)
      if (key <= (params.at(-1)?.key ?? -1)) reader.report("svcb_parameter", field, "Keys are not in ascending order")
      if (!svcParamValue(key).isValid(value)) {
        reader.report(
          "svcb_value",
          svcParamName(key),
          `The value of ${svcParamName(key)} must be ${svcParamValue(key).expected}`
        )
      }
      params.push({ key, value })
    }
    return params
  }
}

/** Problems of combinations of parameters (RFC 9460, sections 2.2, 7.1.1 and 8). */
export const svcParamFlaws = (params: ReadonlyArray<SvcParam>): ReadonlyArray<RdataProblem> => {
  const has = (key: number) => params.some((param) => param.key === key)
  const repeated = params.filter(({ key }, index) => params[index - 1]?.key === key)
  const wanted = params.find(({ key }) => key === svcParamKeys.mandatory)?.value ?? new Uint8Array(0)
  const missing = Array.from(
    { length: wanted.length / 2 },
    (_, index) => (wanted[2 * index] ?? 0) * 256 + (wanted[2 * index + 1] ?? 0)
  ).filter((key) => !has(key))
  return [
    ...repeated.map(({ key }) =>
      flaw("svcb_duplicate_key", svcParamName(key), `${svcParamName(key)} is given more than once`)
    ),
    ...missing.map((key) =>
      flaw("svcb_mandatory_missing", svcParamName(key), `${svcParamName(key)} is mandatory and missing`)
    ),
    ...(has(svcParamKeys["no-default-alpn"]) && !has(svcParamKeys.alpn)
      ? [flaw("svcb_no_default_alpn", "no-default-alpn", "no-default-alpn requires alpn")]
      : [])
  ]
}
