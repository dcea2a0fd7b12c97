import { externalReferenceSuite, pairingRegister } from "./externalReferenceSuite.ts"
import { platformWith } from "./OrganizationsPlatform.ts"

externalReferenceSuite("sqlite", platformWith(pairingRegister))
