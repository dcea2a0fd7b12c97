import { registrySessionSlotsContract } from "@namewright/conformance"
import { RegistrySessionSlots } from "@namewright/core/registry"

registrySessionSlotsContract("local", RegistrySessionSlots.layerLocal)
