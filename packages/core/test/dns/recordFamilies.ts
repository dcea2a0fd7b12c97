import type { RdataSlug } from "@namewright/core/dns"

/** For each type, texts with their canonical form, and texts with the slugs of their problems. Origin: example.test. */
export interface Rows {
  readonly taken: ReadonlyArray<readonly [text: string, canonical: string]>
  readonly refused: ReadonlyArray<readonly [text: string, ...slugs: ReadonlyArray<RdataSlug>]>
}

export const digest20 = "2BB183AF5F22588179A53B0A98631FAD1A292118"
export const digest32 = "D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A"
export const key64 = "mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ=="

/** Rows of every type whose data are one name. */
export const oneName: Rows = {
  taken: [
    ["Mail.Example.COM.", "Mail.Example.COM."],
    ["mail", "mail.example.test."],
    ["a.b", "a.b.example.test."],
    ["@", "example.test."],
    [".", "."],
    ["_sip._tcp.example.", "_sip._tcp.example."],
    ["a\\.b\\097\\000\\255.example.", "a\\.ba\\000\\255.example."],
    ["\\@\\$\\\"\\;\\(\\)\\\\.example.", "\\@\\$\\\"\\;\\(\\)\\\\.example."],
    ["a$b\\032c.example.", "a\\$b\\032c.example."],
    ["( a.example. )", "a.example."],
    ["a.example. ; a comment", "a.example."],
    ["\\# 3 016100", "a."]
  ],
  refused: [
    ["", "missing_field"],
    ["a b", "extra_field"],
    ["\"a.example.\"", "quote"],
    ["a..b.", "name_empty_label"],
    [".a.", "name_empty_label"],
    [`${"l".repeat(64)}.`, "label_too_long"],
    [`${`${"l".repeat(63)}.`.repeat(4)}`, "name_too_long"],
    ["a\\256.", "escape"],
    ["a\\12.", "escape"],
    ["a\\", "escape"],
    ["a@b.example.", "name_character"],
    ["münchen.example.", "name_character"],
    ["( a.example.", "parenthesis"],
    ["a.example. )", "parenthesis"],
    ["a.example.\nb", "line_break"],
    ["\\# 2 C000", "name_too_long"],
    ["\\# 2 0161", "too_short"],
    ["\\# 4 01610000", "too_long"],
    ["\\# 3 0161", "rdata_length"],
    ["\\# 2 016", "hexadecimal"],
    ["\\# x 00", "integer", "rdata_length"]
  ]
}

export const association: Rows = {
  taken: [
    [`3 1 1 ${digest32.toLowerCase()}`, `3 1 1 ${digest32}`],
    ["3 1 1 0c 72", "3 1 1 0C72"],
    ["255 255 255 AA", "255 255 255 AA"]
  ],
  refused: [
    ["3 1 1", "missing_field"],
    ["256 1 1 AA", "integer_range"],
    ["3 1 1 AAA", "hexadecimal"],
    ["3 1 1 \"\"", "quote"],
    ["PKIX-TA 1 x zz", "integer", "integer", "hexadecimal"],
    ["\\# 3 030101", "too_short"]
  ]
}

export const key: Rows = {
  taken: [
    [`257 3 13 ${key64}`, `257 3 13 ${key64}`],
    ["0 255 ecdsap256sha256 AQ==", "0 255 13 AQ=="],
    ["0 3 0 AA==", "0 3 0 AA=="]
  ],
  refused: [["256 3 5", "missing_field"], ["ZONE 3 5 AQ==", "integer"], [
    "65536 256 NONE AQ==",
    "integer_range",
    "integer_range",
    "mnemonic"
  ]]
}

export const digest: Rows = {
  taken: [
    [`60485 5 1 ${digest20.toLowerCase()}`, `60485 5 1 ${digest20}`],
    [`60485 RSASHA256 SHA-256 ${digest32}`, `60485 8 2 ${digest32}`],
    ["0 0 0 00", "0 0 0 00"]
  ],
  refused: [
    [`1 5 2 ${digest20}`, "ds_digest_length"],
    ["1 5 4 AA", "ds_digest_length"],
    ["1 5 1", "missing_field"],
    ["65536 5 x AA", "integer_range", "mnemonic"],
    ["\\# 5 0001050100", "ds_digest_length"]
  ]
}

export const service: Rows = {
  taken: [
    ["0 foo.", "0 foo."],
    ["0 . alpn=h2", "0 . alpn=h2"],
    ["1 . alpn=h2,h3 port=08443", "1 . alpn=h2,h3 port=8443"],
    ["1 . port=53 alpn=\"h2\"", "1 . alpn=h2 port=53"],
    ["1 . alpn=\"f\\\\\\\\oo\\\\,bar,h2\"", "1 . alpn=\"f\\\\\\\\oo\\\\,bar,h2\""],
    ["1 . alpn=f\\\\\\092oo\\092,bar,h2", "1 . alpn=\"f\\\\\\\\oo\\\\,bar,h2\""],
    ["1 . alpn=\"a b;c\"", "1 . alpn=\"a\\032b;c\""],
    ["1 . mandatory=port,alpn alpn=h2 port=1", "1 . mandatory=alpn,port alpn=h2 port=1"],
    ["1 . mandatory=key65 key65", "1 . mandatory=key65 key65"],
    ["1 . alpn=h2 no-default-alpn=\"\"", "1 . alpn=h2 no-default-alpn"],
    ["1 . ipv4hint=\"192.0.2.1,192.0.2.2\"", "1 . ipv4hint=192.0.2.1,192.0.2.2"],
    ["1 . ipv6hint=2001:DB8::1,::ffff:192.0.2.1", "1 . ipv6hint=2001:db8::1,::ffff:192.0.2.1"],
    ["1 . ech=\"AAEC\"", "1 . ech=AAEC"],
    ["1 . dohpath=/dns-query{?dns}", "1 . key7=/dns-query{?dns}"],
    ["1 . ohttp", "1 . key8"],
    ["1 . tls-supported-groups=29,23", "1 . key9=\"\\000\\029\\000\\023\""],
    ["1 . docpath", "1 . key10"],
    ["1 . docpath=dns,q", "1 . key10=\"\\003dns\\001q\""],
    ["1 . key1=\\002h2 key3=\\000\\080", "1 . alpn=h2 port=80"],
    ["1 . key667=\"a b;\\\"\\\\\\000\" key65535=x", "1 . key667=\"a b;\\\"\\\\\\000\" key65535=x"],
    ["1 Foo.Example.", "1 Foo.Example."],
    ["\\# 9 000100 0003 0002 0035", "1 . port=53"]
  ],
  refused: [
    ["1", "missing_field"],
    ["65536 .", "integer_range"],
    ["1 . alpn=h2 alpn=h3", "svcb_duplicate_key"],
    ["1 . no-default-alpn", "svcb_no_default_alpn"],
    ["1 . no-default-alpn=x alpn=h2", "svcb_value"],
    ["1 . mandatory=alpn", "svcb_mandatory_missing"],
    ["1 . mandatory=mandatory", "svcb_value"],
    ["1 . mandatory=alpn,alpn alpn=h2", "svcb_value"],
    ["1 . mandatory=foo", "svcb_value"],
    ["1 . alpn", "svcb_value"],
    ["1 . alpn=h2,,h3", "svcb_value"],
    ["1 . alpn=\"\\\\\"", "svcb_value"],
    ["1 . port=65536 ipv4hint=192.0.2 ipv6hint=1::2::3", "svcb_value", "svcb_value", "svcb_value"],
    ["1 . port=\\05353", "svcb_value"],
    ["1 . ipv4hint=192.0.2.1,", "svcb_value"],
    ["1 . ech", "svcb_value"],
    ["1 . ech=AB==", "svcb_value"],
    ["1 . dohpath=dns-query", "svcb_value"],
    ["1 . key667=\\256", "svcb_value"],
    ["1 . ALPN=h2", "svcb_parameter"],
    ["1 . key01=x", "svcb_parameter"],
    ["1 . key65536=x", "svcb_parameter"],
    ["1 . \"key667=x\"", "svcb_parameter"],
    ["1 . =x", "svcb_parameter"],
    ["1 . key667=\"a\"b", "quote", "svcb_parameter"],
    ["\\# 15 000100 0003 0002 0035 0003 0002 0035", "svcb_parameter"],
    ["\\# 8 000100 0001 0001 00", "svcb_value"],
    ["\\# 7 000100 0001 0001", "too_short"]
  ]
}
