import { Layer } from "effect"
import { SealedSecrets } from "../access/index.ts"
import {
  layerBrandAddressLookup,
  layerMailBrands,
  layerMailSigning,
  layerWhitelabelHoldings
} from "../branding/index.ts"
import { DomainPorts, ownedHoldings } from "../domains/index.ts"
import { OrganizationPorts } from "../organizations/index.ts"
import { RegistrarPorts } from "../registrars/index.ts"
import { WaitlistPorts } from "../waitlist/index.ts"

/** Ports of lower slices that upper ones implement. */
export const ports = Layer.mergeAll(
  OrganizationPorts.layerAccountCurrency,
  OrganizationPorts.layerBillingParties,
  OrganizationPorts.layerDirectory,
  OrganizationPorts.layerSpendingLimits,
  WaitlistPorts.layerUserProducts,
  DomainPorts,
  layerMailBrands.pipe(Layer.provide(layerBrandAddressLookup)),
  layerMailSigning.pipe(Layer.provide(SealedSecrets.layer)),
  layerWhitelabelHoldings,
  ownedHoldings,
  RegistrarPorts.pipe(Layer.provide(SealedSecrets.layer))
)
