import { Effect, Layer, Option, Redacted } from "effect"
import { SealedSecrets } from "../../access/index.ts"
import { MailSigning } from "../../mail/index.ts"
import { PlatformSettings } from "../../shared/index.ts"
import { BrandingSenderStore } from "./BrandingSenderStore.ts"
import { senderDomain } from "./senderRecords.ts"

/**
 * Implements the port of `mail` for the addresses of brands. A mail whose sender was verified when it was stored, and is not
 * when it is sent, or has been replaced or removed, gets the neutral address of the installation.
 */
export const layerMailSigning = Layer.effect(
  MailSigning,
  Effect.gen(function*() {
    const store = yield* BrandingSenderStore
    const sealed = yield* SealedSecrets
    const { brand_mail_from, mail_from } = yield* PlatformSettings
    const neutral = brand_mail_from ?? mail_from.address

    return Effect.fnUntraced(function*(from) {
      if (from.address === mail_from.address || from.address === brand_mail_from) return { from }
      const found = Option.getOrUndefined(yield* store.findAddress(from.address))
      if (found?.status !== "verified") return { from: { name: from.name, address: neutral } }
      const { address, private_key, selector } = found
      const key = Redacted.value(yield* sealed.open(private_key, selector))
      return { from, dkim: { domain: senderDomain(address), selector, private_key: key } }
    })
  })
)
