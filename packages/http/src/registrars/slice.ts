import { registration } from "../shared/registration.ts"
import { RegistrarsApi } from "./RegistrarsApi.ts"

export const registrarsSlice = [
  registration(RegistrarsApi, () => import("./RegistrarsHandlers.ts"))
] as const
