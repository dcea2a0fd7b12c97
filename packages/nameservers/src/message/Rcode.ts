/** Response codes (RFC 1035, section 4.1.1; RFC 2136; RFC 6891; RFC 8945). */
export const rcodes = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  YXDOMAIN: 6,
  NOTAUTH: 9,
  BADVERS: 16
} as const

/** Operation codes. */
export const opcodes = { QUERY: 0, NOTIFY: 4, UPDATE: 5 } as const
