/** The first seven octets of an IPv6 address, as numbers of 16, 16, 16 and 8 bits. */
const ipv6Network = (address: string): string => {
  const [head = "", tail] = address.split("::")
  const before = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(missing, 0) }, () => "0"), ...after]
  const [one = "0", two = "0", three = "0", four = "0"] = groups
  return `${one}:${two}:${three}:${(Number.parseInt(four, 16) >>> 8).toString(16)}`
}

/** The network of an address, in text: /24 of IPv4, /56 of IPv6. */
export const networkOf = (address: string): string =>
  address.includes(":")
    ? address.startsWith("::ffff:") && address.includes(".")
      ? address.slice("::ffff:".length, address.lastIndexOf("."))
      : ipv6Network(address)
    : address.slice(0, address.lastIndexOf("."))
