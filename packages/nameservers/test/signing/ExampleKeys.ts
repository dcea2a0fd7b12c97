import { type Dnskey, keyParameters, keyTag, Rdata, type ZoneSigningKey } from "@namewright/core/dns"
import { Redacted } from "effect"
import { generateKeyPairSync, type KeyObject } from "node:crypto"

/** A key of a zone with what the zone and its parent say of it. */
export interface ExampleKey extends ZoneSigningKey {
  readonly dnskey: Dnskey
  readonly dnskeyRdata: Uint8Array
  readonly publicKey: KeyObject
}

export const newKey = (signs: ZoneSigningKey["signs"] = "zone"): ExampleKey => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const key = Buffer.concat([Buffer.from(x, "base64url"), Buffer.from(y, "base64url")])
  const dnskey = { ...keyParameters, key }
  return {
    key_tag: keyTag(dnskey),
    public_key: key.toString("base64"),
    private_key: Redacted.make(privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")),
    signs,
    dnskey,
    dnskeyRdata: Rdata.encode("DNSKEY", dnskey),
    publicKey
  }
}
