// SPDX-License-Identifier: Apache-2.0
package shop;

/** A branch that no search finds: a run takes all the time that it has. */
public class Spinner {
    public boolean isLucky(long left, long right) {
        return left * 31 + right == 0x5bd1e995_1234_5677L && right * 17 - left == 0x1b873593_77L;
    }
}
