import type { RecordType } from "@namewright/core/dns"
import { association, digest, digest20, digest32, key, key64, oneName, type Rows, service } from "./recordFamilies.ts"

export const recordTable: Record<RecordType, Rows> = {
  A: {
    taken: [["192.0.2.1", "192.0.2.1"], ["0.0.0.0", "0.0.0.0"], ["\\# 4 C000 0201", "192.0.2.1"]],
    refused: [
      ["", "missing_field"],
      ["192.0.2", "ipv4"],
      ["192.0.2.256", "ipv4"],
      ["192.0.2.01", "ipv4"],
      ["192.0.2.1.", "ipv4"],
      ["0xC0.0.2.1", "ipv4"],
      ["2001:db8::1", "ipv4"],
      ["\"192.0.2.1\"", "quote"],
      ["192.0.2.1 192.0.2.2", "extra_field"],
      ["\\# 3 C00002", "too_short"]
    ]
  },
  AAAA: {
    taken: [
      ["2001:DB8:0:0::1", "2001:db8::1"],
      ["::", "::"],
      ["::1", "::1"],
      ["0:0:0:1::", "0:0:0:1::"],
      ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
      ["0:0:1:0:0:1:0:0", "::1:0:0:1:0:0"],
      ["1:2:3:0:5:6:7:8", "1:2:3:0:5:6:7:8"],
      ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
      ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
      ["::1.2.3.4", "::1.2.3.4"],
      ["::0.0.1.4", "::104"],
      ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"]
    ],
    refused: [
      ["192.0.2.1", "ipv6"],
      ["1::2::3", "ipv6"],
      ["1:2:3:4:5:6:7:8::", "ipv6"],
      ["::00001", "ipv6"],
      ["::1.2.3.04", "ipv6"],
      ["fe80::1%eth0", "ipv6"],
      ["::1:", "ipv6"]
    ]
  },
  AFSDB: {
    taken: [["1 afs", "1 afs.example.test."], ["02 A.b.", "2 A.b."]],
    refused: [["1", "missing_field"], ["65536 a..b.", "integer_range", "name_empty_label"], ["\\# 2 0001", "too_short"]]
  },
  ALIAS: oneName,
  APL: {
    taken: [
      ["1:192.0.2.0/24 !1:192.0.2.64/28", "1:192.0.2.0/24 !1:192.0.2.64/28"],
      ["2:2001:DB8:0::/32 1:0.0.0.0/0", "2:2001:db8::/32 1:0.0.0.0/0"],
      ["!2:::/0", "!2:::/0"],
      ["1:192.0.2.77/26 2:2001:db8::1/33 1:192.0.2.1/0", "1:192.0.2.64/26 2:2001:db8::/33 1:0.0.0.0/0"],
      ["", ""],
      ["\\# 7 0001 18 03 C00002", "1:192.0.2.0/24"]
    ],
    refused: [
      ["1:192.0.2.0/33", "address_prefix"],
      ["2:2001:db8::/129 1:192.0.2/24", "address_prefix", "address_prefix"],
      ["3:192.0.2.0/24", "address_prefix"],
      ["192.0.2.0/24", "address_prefix"],
      ["1:192.0.2.0", "address_prefix"],
      ["\\# 8 0001 18 04 C0000200", "address_prefix"],
      ["\\# 8 0001 18 04 C000024D", "address_prefix"],
      ["\\# 6 0001 18 03 C000", "too_short"]
    ]
  },
  CAA: {
    taken: [
      ["0 issue \"ca.example.net; account=230123\"", "0 issue \"ca.example.net; account=230123\""],
      ["128 Issue ca.example.net", "128 Issue \"ca.example.net\""],
      ["0 issue \";\"", "0 issue \";\""],
      ["0 iodef \"\"", "0 iodef \"\""],
      ["0 issue \"a\\\"b\\\\c\\001\\200 d\"", "0 issue \"a\\\"b\\\\c\\001\\200 d\""],
      ["\\# 3 000161", "0 a \"\""]
    ],
    refused: [
      ["0 issue", "missing_field"],
      ["256 issue x", "integer_range"],
      ["0 a-b x", "caa_tag"],
      ["0 \"issue\" x", "quote"],
      ["0 issue x y", "extra_field"],
      ["+1 is-sue", "integer", "caa_tag", "missing_field"],
      ["\\# 2 0000", "caa_tag"],
      ["\\# 3 00012D", "caa_tag"]
    ]
  },
  CDNSKEY: key,
  CDS: digest,
  CERT: {
    taken: [
      ["PKIX 0 0 AAAA", "1 0 0 AAAA"],
      ["oid 65535 rsasha256 AAAA", "254 65535 8 AAAA"],
      ["65534 1 9 A A = =", "65534 1 9 AA=="],
      [`PGP 0 6 ${key64}`, `3 0 6 ${key64}`]
    ],
    refused: [
      ["1 0 0", "missing_field"],
      ["FOO 0 BAR AAAA", "mnemonic", "mnemonic"],
      ["65536 65536 256 AAAA", "integer_range", "integer_range", "integer_range"],
      ["1 0 5 AB==", "base64"],
      ["1 0 5 AA", "base64"],
      ["1 0 5 AA== AA==", "base64"],
      ["\\# 5 0001000005", "too_short"]
    ]
  },
  CNAME: oneName,
  CSYNC: {
    taken: [
      ["66 3 A NS AAAA", "66 3 A NS AAAA"],
      ["66 3 aaaa TYPE1 RRSIG type65280 A", "66 3 A AAAA RRSIG TYPE65280"],
      ["1 0", "1 0"]
    ],
    refused: [
      ["66", "missing_field"],
      ["4294967296 3 A", "integer_range"],
      ["66 3 NONE TYPE65536", "mnemonic", "mnemonic"],
      ["\\# 11 00000042 0003 0003 600000", "type_bitmap"],
      ["\\# 12 00000042 0003 0001 40 0001 40", "type_bitmap"],
      ["\\# 8 00000042 0003 0001", "too_short"]
    ]
  },
  DHCID: {
    taken: [["AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA=", "AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA="]],
    refused: [["", "missing_field"], ["AA=", "base64"], ["\\# 0", "too_short"]]
  },
  DNAME: oneName,
  DNSKEY: key,
  DS: digest,
  EUI48: {
    taken: [["00-00-5E-00-53-2a", "00-00-5e-00-53-2a"], ["\\# 6 00005E00532A", "00-00-5e-00-53-2a"]],
    refused: [
      ["", "missing_field"],
      ["00-00-5e-00-53", "hexadecimal"],
      ["00:00:5e:00:53:2a", "hexadecimal"],
      ["0-0-5e-0-53-2a", "hexadecimal"],
      ["00-00-5e-00-53-2g x", "hexadecimal", "extra_field"],
      ["\\# 5 00005E0053", "too_short"]
    ]
  },
  EUI64: {
    taken: [["00-00-5e-ef-10-00-00-2a", "00-00-5e-ef-10-00-00-2a"]],
    refused: [["00-00-5e-ef-10-00-00", "hexadecimal"], ["\\# 9 00005EEF1000002A00", "too_long"]]
  },
  HINFO: {
    taken: [["PC-Intel-700mhz \"Redhat Linux 7.1\"", "\"PC-Intel-700mhz\" \"Redhat Linux 7.1\""], [
      "\"\" \"\"",
      "\"\" \"\""
    ]],
    refused: [["a", "missing_field"], ["a b c", "extra_field"], [`${"x".repeat(256)} y`, "string_too_long"]]
  },
  HTTPS: service,
  KX: {
    taken: [["10 kx-host", "10 kx-host.example.test."], ["0 .", "0 ."]],
    refused: [["10", "missing_field"], ["65536 a..b.", "integer_range", "name_empty_label"], [
      "\\# 4 000A0161",
      "too_short"
    ]]
  },
  L32: {
    taken: [["10 10.1.2.0", "10 10.1.2.0"], ["\\# 6 000A 0A010200", "10 10.1.2.0"]],
    refused: [["10", "missing_field"], ["65536 10.1.2", "integer_range", "ipv4"]]
  },
  L64: {
    taken: [["10 2001:0DB8:1140:1000", "10 2001:0db8:1140:1000"], ["10 1:2:3:4", "10 0001:0002:0003:0004"]],
    refused: [["10", "missing_field"], ["10 2001:db8::1", "hexadecimal"], ["10 1:2:3", "hexadecimal"]]
  },
  LOC: {
    taken: [
      ["42 21 54 N 71 06 18 W -24m 30m", "42 21 54.000 N 71 6 18.000 W -24.00m 30m 10000m 10m"],
      ["42 21 43.952 N 71 5 6.344 W -24m 1m 200m 10m", "42 21 43.952 N 71 5 6.344 W -24.00m 1m 200m 10m"],
      ["90 N 180 E 0", "90 0 0.000 N 180 0 0.000 E 0.00m 1m 10000m 10m"],
      ["0 0 0.001 S 0 0 0.1 W 42849672.95m", "0 0 0.001 S 0 0 0.100 W 42849672.95m 1m 10000m 10m"],
      ["1 N 1 W -100000.00m 0.01 0.15m 1.99", "1 0 0.000 N 1 0 0.000 W -100000.00m 0.01m 0.10m 1m"],
      ["1 N 1 W 0 0 123m 90000000", "1 0 0.000 N 1 0 0.000 W 0.00m 0.00m 100m 90000000m"],
      ["\\# 16 00121613 80000000 80000000 00989680", "0 0 0.000 N 0 0 0.000 E 0.00m 1m 10000m 10m"]
    ],
    refused: [
      ["1 N 1 W", "missing_field"],
      ["91 N 1 W 0", "loc"],
      ["90 0 1 N 1 W 0", "loc"],
      ["60 60 N 1 W 0", "loc"],
      ["60 59 59.9999 N 1 W 0", "loc"],
      ["1 n 1 W 0", "loc", "missing_field", "missing_field"],
      ["1 N 1 W -100000.01m", "loc"],
      ["1 N 1 W 42849672.96m", "loc"],
      ["1 N 1 W 0 90000000.01m", "loc"],
      ["1 N 1 W 0 1 2 3 4", "extra_field"],
      ["\\# 16 01121613 80000000 80000000 00989680", "loc"],
      ["\\# 16 00A21613 80000000 80000000 00989680", "loc"],
      ["\\# 16 00121613 00000000 80000000 00989680", "loc"]
    ]
  },
  LP: {
    taken: [["10 l64-subnet", "10 l64-subnet.example.test."]],
    refused: [["10", "missing_field"], ["-1 a..b.", "integer", "name_empty_label"]]
  },
  MX: {
    taken: [["0 .", "0 ."], ["010 Mail", "10 Mail.example.test."], ["65535 a.b.", "65535 a.b."]],
    refused: [
      ["10", "missing_field"],
      ["-1 a.", "integer"],
      ["65536 a.", "integer_range"],
      ["a..b. 10", "integer"],
      ["\\# 4 00010061", "too_long"]
    ]
  },
  NAPTR: {
    taken: [
      ["100 50 s http+N2L \"\" www.example.", "100 50 \"s\" \"http+N2L\" \"\" www.example."],
      ["1 2 \"u\" \"E2U+sip\" \"!^(.*)$!sip:\\\\1@x!i\" .", "1 2 \"u\" \"E2U+sip\" \"!^(.*)$!sip:\\\\1@x!i\" ."],
      ["1 2 \"\" \"\" \"/a\\\\/b/x/\" .", "1 2 \"\" \"\" \"/a\\\\/b/x/\" ."],
      ["1 2 \"\" \"\" \"!([[:alpha:])]+)!\\\\1!\" .", "1 2 \"\" \"\" \"!([[:alpha:])]+)!\\\\1!\" ."]
    ],
    refused: [
      ["1 2 \"\" \"\" .", "naptr_regexp", "missing_field"],
      ["1 2 \"\" \"\" \"!a!b\" .", "naptr_regexp"],
      ["1 2 \"\" \"\" \"!a!b!x\" .", "naptr_regexp"],
      ["1 2 \"\" \"\" \"!(a)!\\\\2!\" .", "naptr_regexp"],
      ["1 2 \"\" \"\" \"!a!\\\\0!\" .", "naptr_regexp"],
      ["1 2 \"\" \"\" \"!(a!b!\" .", "naptr_regexp"],
      ["1 2 \"\" \"\" \"![a!b!\" .", "naptr_regexp"],
      ["1 2 \"\" \"\" \"!!b!\" .", "naptr_regexp"],
      ["1 2 \"\" \"\" \"1a1b1\" .", "naptr_regexp"],
      ["65536 x \"\" \"\" \"\" . y", "integer_range", "integer", "extra_field"],
      [`1 2 ${"x".repeat(256)} "" "" .`, "string_too_long"]
    ]
  },
  NID: {
    taken: [["10 0014:4fff:ff20:EE64", "10 0014:4fff:ff20:ee64"], ["10 14:4fff:ff20:ee64", "10 0014:4fff:ff20:ee64"]],
    refused: [["10", "missing_field"], ["10 0014:4fff:ff20", "hexadecimal"], ["10 10014:4fff:ff20:ee64", "hexadecimal"]]
  },
  NS: oneName,
  OPENPGPKEY: {
    taken: [["AA==", "AA=="], [`${key64.slice(0, 56)} ${key64.slice(56)}`, key64]],
    refused: [["", "missing_field"], ["AA=", "base64"], ["\\# 0", "too_short"]]
  },
  PTR: oneName,
  RP: {
    taken: [["admin.example. .", "admin.example. ."], [". @", ". example.test."]],
    refused: [["admin.example.", "missing_field"], ["a..b. \"x\"", "name_empty_label", "quote"]]
  },
  SMIMEA: association,
  SOA: {
    taken: [
      ["@ hostmaster 1 1h 1w2d 3 4", "example.test. hostmaster.example.test. 1 3600 777600 3 4"],
      ["ns. a\\.b.c. 4294967295 0 0 0 0", "ns. a\\.b.c. 4294967295 0 0 0 0"],
      ["ns. a. ( 1 ; serial\n 2 3 4 5 )", "ns. a. 1 2 3 4 5"]
    ],
    refused: [
      ["ns. a. 1 2 3 4", "missing_field"],
      ["ns. a. 1h 2 3 4 5", "integer"],
      ["ns. a. 4294967296 7102w 1x 4 1h1", "integer_range", "integer_range", "time", "time"]
    ]
  },
  SPF: {
    taken: [["\"v=spf1 -all\"", "\"v=spf1 -all\""], ["a \"b c\"", "\"a\" \"b c\""]],
    refused: [["", "missing_field"], ["\"a", "quote"]]
  },
  SRV: {
    taken: [["0 1 65535 a.b.", "0 1 65535 a.b."], ["0 0 0 .", "0 0 0 ."]],
    refused: [["0 0 a.", "integer", "missing_field"], ["0 65536 0 a.", "integer_range"], [
      "\\# 6 000000000000",
      "too_short"
    ]]
  },
  SSHFP: {
    taken: [
      [`1 1 ${digest20.toLowerCase()}`, `1 1 ${digest20}`],
      [`4 2 ${digest32.slice(0, 56)} ${digest32.slice(56)}`, `4 2 ${digest32}`],
      ["7 3 AA", "7 3 AA"]
    ],
    refused: [
      ["1 1 AA", "sshfp_fingerprint_length"],
      [`1 2 ${digest20}`, "sshfp_fingerprint_length"],
      ["RSA 256 x", "integer", "integer_range", "hexadecimal"]
    ]
  },
  SVCB: service,
  TLSA: association,
  TXT: {
    taken: [
      ["foo \"bar baz\" \"\"", "\"foo\" \"bar baz\" \"\""],
      ["\"a\\\"b\\\\c;d\\;e\\009\\127\\255 (@$\"", "\"a\\\"b\\\\c;d;e\\009\\127\\255 (@$\""],
      ["\"a\tb\"", "\"a\\009b\""],
      ["a\\ b \\097=\\\"", "\"a b\" \"a=\\\"\""],
      [`"${"x".repeat(255)}"`, `"${"x".repeat(255)}"`],
      ["é", "\"\\195\\169\""],
      ["\\# 5 02 6162 01 63", "\"ab\" \"c\""],
      ["\"\\# 1 00\"", "\"# 1 00\""]
    ],
    refused: [
      ["", "missing_field"],
      ["\"a", "quote"],
      ["\"a\"b", "quote"],
      ["a\"b\"", "quote", "quote"],
      ["\"\\256\" \"\\9\"", "escape", "escape"],
      [`"${"x".repeat(256)}"`, "string_too_long"],
      ["\"a\nb\"", "quote"],
      ["\"\uD800\"", "character"],
      ["\\# 0", "too_short"],
      ["\\# 2 0200", "too_short"]
    ]
  },
  URI: {
    taken: [
      ["10 1 \"ftp://ftp1.example.com/pub\\\"lic\"", "10 1 \"ftp://ftp1.example.com/pub\\\"lic\""],
      ["10 1 https://example.com/", "10 1 \"https://example.com/\""],
      ["1 2 \"\"", "1 2 \"\""]
    ],
    refused: [["10 1", "missing_field"], ["10 65536 \"x\" \"y\"", "integer_range", "extra_field"]]
  }
}
