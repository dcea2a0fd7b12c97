import { registrarIdsContract } from "@namewright/conformance"
import { RegistrarIds } from "@namewright/core/registry"

registrarIdsContract("local", RegistrarIds.layerLocal)
