import { Effect, Layer } from "effect"
import { UserProducts } from "../access/index.ts"
import { WaitlistStore } from "./WaitlistStore.ts"

/** Implements the port of `access` for products of single users. */
export const layerUserProducts = Layer.effect(
  UserProducts,
  Effect.map(WaitlistStore, (store) => UserProducts.of({ granted: store.granted, forget: store.removeOf }))
)
