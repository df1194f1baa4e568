// SPDX-License-Identifier: Apache-2.0
/**
 * A module as a whole: {@link dev.tiptoe.metadata.image.Image}, views of its rows, and lookups by
 * name.
 *
 * <table>
 * <caption>Kinds of file, and how their modules are opened</caption>
 * <tr><th>file</th><th>opened by</th></tr>
 * <tr><td>PE32, PE32+, ReadyToRun, as stored or as copied out of a process</td>
 *   <td>{@code Image.open(path)}</td></tr>
 * <tr><td>a copy out of a process, where that is not recognised</td>
 *   <td>{@code Image.ofLoaded(bytes)}</td></tr>
 * <tr><td>Webcil, alone or in WebAssembly</td><td>{@code Image.open(path)}</td></tr>
 * <tr><td>portable PDB, delta, any other metadata alone</td><td>{@code Image.open(path)}</td></tr>
 * <tr><td>portable PDB inside a module</td><td>{@code image.embeddedPdb()}</td></tr>
 * <tr><td>single-file bundle</td>
 *   <td>{@code Image.of(Bundle.open(path).member("App.dll").orElseThrow().open())}</td></tr>
 * <tr><td>composite ReadyToRun image</td>
 *   <td>{@code Composite.of(Bytes.open(path)).orElseThrow().component(0)}</td></tr>
 * </table>
 *
 * <p>All of them can be made from a path, a {@code ByteBuffer} or a {@code byte[]} through {@link
 * dev.tiptoe.metadata.bytes.Bytes}. The metadata of a file is read into memory when an image is
 * created, and everything else on demand; {@code Image.of(Bytes.read(path))} reads all of it.
 */
@NullMarked
package dev.tiptoe.metadata.image;

import org.jspecify.annotations.NullMarked;
