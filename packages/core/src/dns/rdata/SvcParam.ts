/** Parameter of SVCB and HTTPS, with its value on the wire. */
export interface SvcParam {
  readonly key: number
  readonly value: Uint8Array
}

/**
 * The registered keys by name (RFC 9460, section 14.3.2; ohttp: RFC 9540; dohpath: RFC 9461; the last two: IANA registry
 * of service parameter keys).
 */
export const svcParamKeys = {
  mandatory: 0,
  alpn: 1,
  "no-default-alpn": 2,
  port: 3,
  ipv4hint: 4,
  ech: 5,
  ipv6hint: 6,
  dohpath: 7,
  ohttp: 8,
  "tls-supported-groups": 9,
  docpath: 10
} as const

const byName = new Map<string, number>(Object.entries(svcParamKeys))

/** Keys of RFC 9460 are printed by name, later ones by number, which older servers also read. */
const printed = new Map([...byName].filter(([, key]) => key <= svcParamKeys.ipv6hint).map(([name, key]) => [key, name]))

export const svcParamName = (key: number): string => printed.get(key) ?? `key${key}`

/** Number of a key such as `alpn` or `key1`; undefined for other text. Names are in lower case. */
export const svcParamKey = (text: string): number | undefined => {
  const digits = /^key(0|[1-9][0-9]{0,4})$/.exec(text)?.[1]
  if (digits === undefined) return byName.get(text)
  return Number(digits) <= 0xffff ? Number(digits) : undefined
}
