// SPDX-License-Identifier: Apache-2.0
package shop;

/** Its initialiser takes longer than anybody waits for. */
public class Sluggish {
    static {
        try {
            Thread.sleep(25_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public int half(int value) {
        return value / 2;
    }
}
