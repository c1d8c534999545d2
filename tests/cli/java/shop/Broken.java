// SPDX-License-Identifier: Apache-2.0
package shop;

/** Its initialiser always throws. */
public class Broken {
    private static final int VALUE = Integer.parseInt("none");

    public static int least(int x) {
        return x > VALUE ? VALUE : x;
    }
}
