import { IpNetwork, NetAddress } from "effect/net"

const networks = (...texts: ReadonlyArray<string>) => texts.map((text) => IpNetwork.fromStringUnsafe(text))

/** IPv4 blocks that are not reachable from the public internet (RFC 6890 and the IANA special-purpose registry). */
const reservedIpv4 = networks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4"
)

/** Unicast addresses of the public internet; everything else of IPv6 has another purpose (RFC 4291, section 2.4). */
const [globalUnicast] = networks("2000::/3")

/** Parts of that block with a special purpose: Teredo, ORCHID, documentation, 6to4. */
const reservedIpv6 = networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

/** Prefix through which NAT64 translators reach IPv4 (RFC 6052). The embedded IPv4 address decides. */
const [translated] = networks("64:ff9b::/96")

const within = (network: IpNetwork.IpNetwork | undefined, address: NetAddress.IpAddress): boolean =>
  network !== undefined && NetAddress.width(network.address) === NetAddress.width(address)
  && IpNetwork.contains(network, address)

/**
 * True if an address can be reached from the public internet. IPv4-mapped and 6to4 addresses are never public. A NAT64
 * address is public if the embedded IPv4 address is.
 */
export const isPublicAddress = (address: NetAddress.IpAddress): boolean => {
  if (NetAddress.isIpv4Address(address)) return !reservedIpv4.some((network) => within(network, address))
  if (within(translated, address)) return isPublicAddress(lastFour(address))
  return within(globalUnicast, address) && !reservedIpv6.some((network) => within(network, address))
}

const lastFour = (address: NetAddress.Ipv6Address): NetAddress.Ipv4Address =>
  NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(NetAddress.ipv6ToOctets(address).slice(12)))
