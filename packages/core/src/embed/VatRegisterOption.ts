import type { Layer } from "effect"
import { VatRegister, type VatRegisterFunction } from "../organizations/index.ts"

/** The register of the option; without one, only the format of VAT numbers is checked. */
export const vatRegisterLayer = (
  option: VatRegisterFunction | Layer.Layer<VatRegister, unknown> | undefined
): Layer.Layer<VatRegister, unknown> =>
  option === undefined
    ? VatRegister.layerSyntactic
    : typeof option === "function"
    ? VatRegister.layerLookUp(option)
    : option
