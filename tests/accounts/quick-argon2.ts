type Argon2 = typeof import('@node-rs/argon2');

/** The real library at its lowest cost: these tests check who gets in, not how long a guess takes. */
export function quick(real: Argon2): Argon2 {
  const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  return { ...real, hash: (password) => real.hash(password, cost) };
}
