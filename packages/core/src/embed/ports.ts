import { Layer } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { layerMailBrands, layerMailSigning, WhitelabelPorts } from "../branding/index.ts"
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
  layerMailBrands,
  layerMailSigning.pipe(Layer.provide(SealedSecrets.layer)),
  WhitelabelPorts,
  ownedHoldings,
  RegistrarPorts.pipe(Layer.provide(SealedSecrets.layer))
)
