import { type RecordType, recordTypes } from "@namewright/core/dns"
import { Draw } from "./Draw.ts"

/** A record in presentation form. */
export interface RecordSample {
  readonly type: RecordType
  readonly text: string
}

const label63 = "l".repeat(63)
const letters = "abcdefghijklmnopqrstuvwxyz"

const label = (draw: Draw): string =>
  draw.chance(70)
    ? draw.text(letters, 1 + draw.below(8))
    : draw.pick([
      "A-b",
      "_dmarc",
      "xn--mnchen-3ya",
      "a\\.b",
      "\\097",
      "\\000\\255",
      "a\\;b",
      "a\\@b",
      "1",
      "*",
      "a\\\\b",
      "a$b",
      "a/b",
      label63
    ])

const name = (draw: Draw): string =>
  draw.chance(95)
    ? draw.pick([
      `${label(draw)}.${label(draw)}.`,
      `${label(draw)}.${label(draw)}.Example.`,
      `${label(draw)}.${label(draw)}.${label(draw)}.test.`,
      label(draw),
      `${label(draw)}.${label(draw)}`,
      "@",
      "."
    ])
    : draw.pick([
      `${label63}l.test.`,
      "a..b.",
      ".a.",
      `${`${label63}.`.repeat(3)}${"m".repeat(61)}.`,
      `${`${label63}.`.repeat(3)}${"m".repeat(62)}.`,
      "a\\256.",
      "192.0.2.1",
      "\"a.\""
    ])

const uint = (draw: Draw, bits: 8 | 16 | 32): string => {
  const maximum = 2 ** bits - 1
  return draw.chance(95)
    ? draw.pick([String(draw.below(maximum)), String(draw.below(300) % (maximum + 1)), "0", String(maximum), "007"])
    : draw.pick([String(maximum + 1), "-1", "1.5", "0x1", "+1", "x", "1a", "99999999999999999999"])
}

const alphabet = "abcdefghijklmnopqrstuvwxyzABC0123456789 =,.:/+-_;@$(){}<>!?*"
const content = (draw: Draw): string =>
  draw.times(draw.below(12), () =>
    draw.chance(85)
      ? draw.text(alphabet, 1)
      : draw.pick(["\\\"", "\\\\", "\\000", "\\009", "\\200", "\\065", "\\a", "\\;"])).join("")

const string = (draw: Draw): string => {
  if (draw.chance(3)) return draw.pick(["\"\\256\"", "\"\\9\"", `"${"x".repeat(255)}"`, `"${"x".repeat(256)}"`])
  return draw.chance(75)
    ? `"${content(draw).replaceAll(/[()]/g, "")}"`
    : content(draw).replaceAll(/[ ;()]/g, "x") || "bare"
}

/** In one word or several. */
const words = (draw: Draw, text: string, step: number): string => {
  if (!draw.chance(25)) return text
  const cut = step * Math.floor(draw.below(text.length + 1) / step)
  return `${text.slice(0, cut)} ${text.slice(cut)}`.trim()
}

const hex = (draw: Draw, octets: number): string => {
  const digits = draw.text(draw.pick(["0123456789abcdef", "0123456789ABCDEF"]), 2 * octets)
  return words(draw, draw.chance(96) ? digits : draw.pick([`${digits}0`, `${digits}g`, "", "-"]), 2)
}

const base64 = (draw: Draw, octets: number): string => {
  const text = Buffer.from(draw.octets(octets)).toString("base64")
  return words(draw, draw.chance(96) ? text : draw.pick([text.slice(1), `${text}=`, "AB==", "A", `${text}!`]), 4)
}

const mnemonic = (draw: Draw, names: readonly [string, ...ReadonlyArray<string>], bits: 8 | 16): string =>
  draw.chance(70) ? uint(draw, bits) : draw.pick([...names, names[0].toLowerCase(), "NONE"])

const algorithm = (draw: Draw): string =>
  mnemonic(draw, ["RSASHA256", "ECDSAP256SHA256", "ED25519", "RSASHA1", "PRIVATEOID", "DSA"], 8)

const address4 = (draw: Draw): string =>
  draw.chance(93)
    ? draw.times(4, () => String(draw.below(256))).join(".")
    : draw.pick(["192.0.2", "192.0.2.256", "192.0.2.01", "192.0.2.1.", "1.2.3.4.5", "0", "a.b.c.d", "::1"])

const address6 = (draw: Draw): string => {
  if (!draw.chance(93)) {
    return draw.pick([
      "1:2:3",
      "1::2::3",
      "12345::",
      ":::",
      "1:2:3:4:5:6:7:8:9",
      "g::",
      "fe80::1%1",
      "::1.2.3",
      "::1.2.3.256"
    ])
  }
  const group = () => draw.pick(["0", "0", "0", draw.below(65_536).toString(16), "0DB8", "1"])
  const full = draw.times(8, group)
  return draw.pick([
    full.join(":"),
    `${full.slice(0, draw.below(4)).join(":")}::${full.slice(8 - draw.below(4)).join(":")}`,
    `::${draw.pick(["", "ffff:", "FFFF:", "1:"])}${draw.times(4, () => String(draw.below(256))).join(".")}`,
    "::"
  ])
}

const metres = (draw: Draw): string =>
  draw.chance(94)
    ? `${draw.pick([draw.below(100), draw.below(100_000), 90_000_000, 0])}${draw.pick(["", ".5", ".05", ".00", "."])}${
      draw.pick(["m", ""])
    }`
    : draw.pick(["100000000m", "1.234m", "m", "1km", "-1m", "99999999"])

const angle = (draw: Draw, degrees: number, directions: readonly [string, string]): string =>
  [
    draw.below(draw.chance(95) ? degrees : degrees + 5),
    ...(draw.chance(70) ? [draw.below(draw.chance(97) ? 60 : 70)] : []),
    ...(draw.chance(50) ? [`${draw.below(60)}${draw.pick(["", ".5", ".123", ".05", ".", ".1234"])}`] : []),
    draw.chance(97) ? draw.pick(directions) : draw.pick(["n", "X", ""])
  ].join(" ")

const key = (draw: Draw): string =>
  [
    draw.pick(["256", "257", "0", uint(draw, 16)]),
    draw.pick(["3", "3", uint(draw, 8)]),
    algorithm(draw),
    base64(draw, 64)
  ]
    .join(" ")

const digest = (draw: Draw): string => {
  const [type, octets] = draw.pick([["1", 20], ["2", 32], ["4", 48], ["3", 32], ["9", 5], ["SHA-256", 32], ["2", 20], [
    "0",
    1
  ]])
  return [uint(draw, 16), algorithm(draw), type, hex(draw, octets)].join(" ")
}

const service = (draw: Draw): string => {
  const parameter = (): string =>
    draw.pick([
      `alpn=${
        draw.pick([
          "h2",
          "h2,h3",
          "\"h2,h3\"",
          "\"f\\\\\\\\oo\\\\,bar,h2\"",
          "f\\\\\\,oo",
          "",
          "h2,,h3",
          "h 2",
          "\"h 2\""
        ])
      }`,
      `port=${uint(draw, 16)}`,
      `port="${draw.below(65_536)}"`,
      `ipv4hint=${draw.times(1 + draw.below(3), () => address4(draw)).join(",")}`,
      `ipv6hint=${draw.times(1 + draw.below(3), () => address6(draw)).join(",")}`,
      `ech=${base64(draw, 3 + draw.below(40)).replaceAll(" ", "")}`,
      draw.pick(["no-default-alpn", "no-default-alpn=x", "NO-DEFAULT-ALPN"]),
      `mandatory=${
        draw.pick(["alpn", "port", "alpn,port", "port,alpn", "alpn,alpn", "mandatory", "key65", "foo", ""])
      }`,
      `key${draw.pick([7, 65, 667, 65_534, 65_536, draw.below(70_000)])}=${string(draw)}`,
      `key${draw.pick([1, 3, 4, 667])}=${draw.pick(["\\002h2", "\\000\\080", "\\192\\000\\002\\001", "hello"])}`,
      `key${draw.below(1000)}`,
      draw.pick(["foo=bar", "=x", "port", "ipv4hint=", "key01=a", "key667=\"a\"b"])
    ])
  const params = draw.times(draw.below(4), parameter)
  return [draw.chance(85) ? String(1 + draw.below(9)) : uint(draw, 16), name(draw), ...params].join(" ")
}

const substitution = (draw: Draw): string =>
  draw.pick([
    "\"\"",
    "\"!^.*$!sip:info@example.com!\"",
    "\"!^([a-z]+)$!x\\\\1y!i\"",
    "\"/a/b/\"",
    "\"!a!\\\\1!\"",
    "\"!a\"",
    "\"x\""
  ])

/** `00-00-5e-00-53-2a`, with a slip now and then. */
const groups = (draw: Draw, count: number, separator: string, digits: number): string =>
  draw.times(
    draw.chance(97) ? count : count + 1,
    () => draw.text(draw.pick(["0123456789abcdef", "0123456789ABCDEF"]), draw.chance(98) ? digits : digits + 1)
  ).join(
    draw.chance(97) ? separator : "."
  )

const addressPrefix = (draw: Draw): string =>
  draw.pick([
    `${draw.pick(["", "!"])}1:${address4(draw)}/${draw.below(draw.chance(95) ? 33 : 40)}`,
    `${draw.pick(["", "!"])}2:${address6(draw)}/${draw.below(draw.chance(95) ? 129 : 140)}`,
    draw.chance(90) ? "1:10.0.0.0/8" : draw.pick(["3:00/1", "1:10.0.0.0", "10.0.0.0/8", "!", "1:/8"])
  ])

const typeNames = ["A", "NS", "AAAA", "RRSIG", "NSEC3", "CAA", "TYPE65280", "TYPE1", "NONE"] as const

const texts: Record<RecordType, (draw: Draw) => string> = {
  A: address4,
  AAAA: address6,
  AFSDB: (draw) => `${uint(draw, 16)} ${name(draw)}`,
  ALIAS: name,
  APL: (draw) => draw.times(draw.below(4), () => addressPrefix(draw)).join(" "),
  CAA: (draw) =>
    `${uint(draw, 8)} ${draw.pick(["issue", "issuewild", "iodef", "Issue", "tbs1", "a-b", "\"issue\""])} ${
      string(draw)
    }`,
  CDNSKEY: key,
  CDS: digest,
  CERT: (draw) =>
    [
      mnemonic(draw, ["PKIX", "SPKI", "PGP", "URI", "OID", "IACPKIX"], 16),
      uint(draw, 16),
      algorithm(draw),
      base64(draw, 1 + draw.below(120))
    ].join(" "),
  CNAME: name,
  CSYNC: (draw) => [uint(draw, 32), uint(draw, 16), ...draw.times(draw.below(4), () => draw.pick(typeNames))].join(" "),
  DHCID: (draw) => base64(draw, 35),
  DNAME: name,
  DNSKEY: key,
  DS: digest,
  EUI48: (draw) => groups(draw, 6, "-", 2),
  EUI64: (draw) => groups(draw, 8, "-", 2),
  HINFO: (draw) => `${string(draw)} ${string(draw)}`,
  HTTPS: service,
  KX: (draw) => `${uint(draw, 16)} ${name(draw)}`,
  L32: (draw) => `${uint(draw, 16)} ${address4(draw)}`,
  L64: (draw) => `${uint(draw, 16)} ${groups(draw, 4, ":", 4)}`,
  LOC: (draw) =>
    [
      angle(draw, 91, ["N", "S"]),
      angle(draw, 181, ["E", "W"]),
      `${draw.pick(["", "-", ""])}${metres(draw)}`,
      ...draw.times(draw.below(4), () => metres(draw))
    ].join(" "),
  LP: (draw) => `${uint(draw, 16)} ${name(draw)}`,
  MX: (draw) => `${uint(draw, 16)} ${name(draw)}`,
  NAPTR: (draw) =>
    [
      uint(draw, 16),
      uint(draw, 16),
      draw.pick(["\"s\"", "U", "\"\"", string(draw)]),
      string(draw),
      substitution(draw),
      name(draw)
    ]
      .join(" "),
  NID: (draw) => `${uint(draw, 16)} ${groups(draw, 4, ":", 4)}`,
  NS: name,
  OPENPGPKEY: (draw) => base64(draw, 1 + draw.below(200)),
  PTR: name,
  RP: (draw) => `${name(draw)} ${name(draw)}`,
  SMIMEA: (draw) => association(draw),
  SOA: (draw) => {
    const time = () => draw.pick([uint(draw, 32), "1h", "1w2d", "2H30m", "1x"])
    return [name(draw), name(draw), uint(draw, 32), time(), time(), time(), time()].join(" ")
  },
  SPF: (draw) => draw.times(1 + draw.below(4), () => string(draw)).join(" "),
  SRV: (draw) => [uint(draw, 16), uint(draw, 16), uint(draw, 16), name(draw)].join(" "),
  SSHFP: (draw) => {
    const [type, octets] = draw.pick([["1", 20], ["2", 32], ["3", 7], ["2", 31]])
    return [uint(draw, 8), type, hex(draw, octets)].join(" ")
  },
  SVCB: service,
  TLSA: (draw) => association(draw),
  TXT: (draw) => draw.times(1 + draw.below(4), () => string(draw)).join(" "),
  URI: (draw) => [uint(draw, 16), uint(draw, 16), `"${content(draw).replaceAll(/[()]/g, "")}"`].join(" ")
}

const association = (draw: Draw): string =>
  [uint(draw, 8), uint(draw, 8), draw.pick(["0", "1", "2", uint(draw, 8)]), hex(draw, draw.pick([32, 64, 1, 90]))].join(
    " "
  )

/** The same record in another layout: the space between its tokens, a group, a comment, the form of unknown types. */
const odd = (draw: Draw, text: string): string =>
  draw.pick([
    text.replaceAll(/(?<!\\) (?=[^"]*(?:"[^"]*"[^"]*)*$)/g, () => draw.pick(["  ", "\t", " \t "])),
    `${text}  `,
    `${text} ; a comment`,
    draw.chance(15) ? `( ${text} )` : text,
    draw.chance(50) ? `\\# ${draw.below(40)} ${hex(draw, draw.below(40))}` : text
  ])

/** One slip of the pen. */
const slip = (draw: Draw, text: string): string => {
  const at = draw.below(text.length + 1)
  const parts = text.split(" ")
  const part = draw.below(parts.length)
  return draw.pick([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + draw.text("0aZ.\\-=,~ \"*_9", 1) + text.slice(at),
    text.slice(0, at) + draw.text("0aZ.-=,~ *_9", 1) + text.slice(at + 1),
    parts.toSpliced(part, 1).join(" "),
    [...parts.slice(0, part), ...parts.slice(part, part + 1), ...parts.slice(part)].join(" "),
    `${text} ${draw.pick(["x", "1", "\"\"", "."])}`,
    draw.chance(50) ? text.toUpperCase() : text.toLowerCase()
  ])
}

export const recordText = (type: RecordType, draw: Draw): string => texts[type](draw)

/** Records of all types as people write them: most of them well, some oddly, some with a slip. */
export const recordSamples = (seed: number, count: number): ReadonlyArray<RecordSample> => {
  const draw = new Draw(seed)
  return Array.from({ length: count }, (_, index) => {
    const type = recordTypes[index % recordTypes.length] ?? "A"
    const text = recordText(type, draw)
    const kind = draw.below(100)
    return { type, text: kind < 60 ? text : kind < 75 ? odd(draw, text) : slip(draw, text) }
  })
}
