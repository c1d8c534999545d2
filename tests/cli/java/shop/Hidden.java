// SPDX-License-Identifier: Apache-2.0
package shop;

/** Only its package can use it. */
class Hidden {
    int sign(int x) {
        return x < 0 ? -1 : 1;
    }
}
