// SPDX-License-Identifier: Apache-2.0
package shop;

/** Nothing of it works without another class. */
public final class Needing {
    private final Cart cart = new Cart();

    public boolean isSame(Cart other) {
        return cart == other;
    }
}
