// SPDX-License-Identifier: Apache-2.0
package shop;

/** An interface without code. */
public interface Named {
    String name();
}
